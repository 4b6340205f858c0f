// The harness: slots, memory, ranges, reductions' ends, comparison.
#include "harness.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <numeric>
#include <thread>

#include "ir/reduction_tree.h"

namespace parax::codegen::test {

Backend& backend() {
  static Backend* const instance = [] {
    void* library = dlopen(PARAX_CODEGEN, RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(dlerror());
    return reinterpret_cast<CreateBackend>(dlsym(library, createBackendSymbol))();
  }();
  return *instance;
}

GuardedBuffer::GuardedBuffer(std::size_t bytes, Side side) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t used = (bytes + page - 1) / page * page;
  length_ = used + page;
  mapping_ = mmap(nullptr, length_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  std::byte* usable = static_cast<std::byte*>(mapping_) + (side == Side::before ? page : 0);
  if (used) mprotect(usable, used, PROT_READ | PROT_WRITE);
  data_ = side == Side::before ? usable : usable + (used - bytes);
}

GuardedBuffer::~GuardedBuffer() { munmap(mapping_, length_); }

namespace {

std::int64_t count(const std::vector<std::int64_t>& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

template <class T>
T randomElement(Random& random, bool tame) {
  if constexpr (std::is_same_v<T, bool>) {
    return random() % 2 == 0;
  } else {
    using Limits = std::numeric_limits<T>;
    if (!tame && random() % 4 == 0) {
      const T special[] = {T(0),
                           T(-0.0),
                           T(1),
                           T(-1),
                           Limits::max(),
                           Limits::lowest(),
                           Limits::min(),
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::quiet_NaN(),
                           Limits::denorm_min(),
                           T(2147483648.0),
                           T(0.5),
                           T(-2.5)};
      return special[random() % std::size(special)];
    }
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<T>(random()) >> (tame ? sizeof(T) * 8 - 6 : random() % 20));
    } else {
      return std::uniform_real_distribution<T>(-4, 4)(random) *
             (tame || random() % 8 ? T(1) : T(1e9));
    }
  }
}

// T(2147483648.0) in the table above does not fit an int32.
template <>
std::int32_t randomElement<std::int32_t>(Random& random, bool tame) {
  if (!tame && random() % 4 == 0) {
    const std::int32_t special[] = {0, 1, -1, 2, INT32_MAX, INT32_MIN};
    return special[random() % std::size(special)];
  }
  return static_cast<std::int32_t>(random()) >> (tame ? 26 : random() % 20);
}
template <>
std::int64_t randomElement<std::int64_t>(Random& random, bool tame) {
  if (!tame && random() % 4 == 0) {
    const std::int64_t special[] = {0, 1, -1, 2, INT64_MAX, INT64_MIN, INT32_MIN};
    return special[random() % std::size(special)];
  }
  return static_cast<std::int64_t>(random()) >> (tame ? 58 : random() % 50);
}

struct TestSink : ErrorSink {
  std::mutex mutex;
  RunResult* result;
};

void noteElement(ErrorSink* sink, std::int64_t ordinal, std::int64_t point) {
  auto* self = static_cast<TestSink*>(sink);
  const std::lock_guard lock(self->mutex);
  self->result->failures.insert({ordinal, point});
}
void noteBounds(ErrorSink* sink, std::int64_t buffer, std::int64_t index) {
  auto* self = static_cast<TestSink*>(sink);
  const std::lock_guard lock(self->mutex);
  self->result->outOfBounds.insert({buffer, index});
}

std::vector<std::int64_t> cuts(std::int64_t points, std::int64_t grain, bool pieces,
                               Random& random) {
  std::vector<std::int64_t> at = {0, points};
  for (int k = 0; pieces && points > 0 && k < 3; ++k)
    at.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(points)) / grain *
                 grain);
  std::sort(at.begin(), at.end());
  return at;
}

// One call's state.
class Execution {
 public:
  Execution(const ir::ParallelProgram& program, const Code& code, const RunOptions& options,
            Random& random)
      : program_(program),
        code_(code),
        options_(options),
        random_(random),
        layout_(program),
        slots_(static_cast<std::size_t>(layout_.count)) {}

  RunResult operator()(const std::vector<Array>& inputs, const std::vector<Scalar>& numbers) {
    symbols_ = ir::evaluateSymbols(program_.symbols, views(inputs), numbers);
    std::vector<std::int64_t> given = symbols_;
    for (const auto& [symbol, value] : options_.forgedSymbols)
      given[static_cast<std::size_t>(symbol)] = value;
    for (std::size_t k = 0; k < symbols_.size(); ++k)
      slot(layout_.symbol(static_cast<int>(k))) = static_cast<std::uint64_t>(given[k]);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      slot(layout_.number(static_cast<int>(k))) = numbers[k].bits;
    placeBuffers(inputs);
    RunResult result;
    TestSink sink;
    sink.element = noteElement;
    sink.bounds = noteBounds;
    sink.result = &result;
    slot(layout_.errors) = reinterpret_cast<std::uint64_t>(static_cast<ErrorSink*>(&sink));
    for (std::size_t k = 0; k < program_.loops.size(); ++k) runLoop(k);
    for (ir::BufferId b : program_.outputs) {
      const ir::Buffer& buffer = program_.buffers[static_cast<std::size_t>(b)];
      Array array{buffer.type, extents(buffer), {}};
      array.bytes.assign(pointer(b), pointer(b) + bytes(buffer));
      result.outputs.push_back(std::move(array));
    }
    return result;
  }

 private:
  std::uint64_t& slot(int k) { return slots_[static_cast<std::size_t>(k)]; }
  std::byte* pointer(ir::BufferId b) {
    return reinterpret_cast<std::byte*>(slot(layout_.buffer(b)));
  }
  std::vector<std::int64_t> extents(const ir::Buffer& buffer) const {
    std::vector<std::int64_t> list;
    for (ir::Symbol s : buffer.dims) list.push_back(symbols_[static_cast<std::size_t>(s)]);
    return list;
  }
  std::size_t bytes(const ir::Buffer& buffer) const {
    return static_cast<std::size_t>(count(extents(buffer))) * sizeOf(buffer.type);
  }

  void placeBuffers(const std::vector<Array>& inputs) {
    for (std::size_t k = 0; k < program_.buffers.size(); ++k) {
      const ir::Buffer& buffer = program_.buffers[k];
      if (options_.inPlace && buffer.inPlaceOf != ir::none) {
        slot(static_cast<int>(k)) = slot(buffer.inPlaceOf);
        continue;
      }
      memory_.push_back(std::make_unique<GuardedBuffer>(bytes(buffer), options_.side));
      slot(layout_.buffer(static_cast<int>(k))) =
          reinterpret_cast<std::uint64_t>(memory_.back()->data());
      if (buffer.kind == ir::Buffer::Kind::input && bytes(buffer))
        std::memcpy(memory_.back()->data(),
                    inputs[static_cast<std::size_t>(buffer.slot)].bytes.data(), bytes(buffer));
    }
  }

  void runLoop(std::size_t number) {
    const ir::Loop& loop = program_.loops[number];
    std::int64_t points = 1;
    for (ir::Symbol s : loop.extents) points *= symbols_[static_cast<std::size_t>(s)];
    std::vector<std::unique_ptr<GuardedBuffer>> partials;
    for (std::size_t r = 0; r < loop.reductions.size(); ++r) {
      const auto blocks =
          static_cast<std::size_t>(std::max<std::int64_t>(1, ir::reductionBlocks(points)));
      partials.push_back(
          std::make_unique<GuardedBuffer>(blocks * sizeOf(loop.reductions[r].type), options_.side));
      slot(layout_.partial(static_cast<int>(number), static_cast<int>(r))) =
          reinterpret_cast<std::uint64_t>(partials.back()->data());
    }
    const auto at =
        cuts(points, loop.reductions.empty() ? 1 : ir::reductionBlock, options_.pieces, random_);
    runRanges(code_.loops[number], at);
    finishCombiners(number, ir::reductionBlocks(points), partials);
    for (std::size_t r = 0; r < loop.reductions.size(); ++r) {
      const ir::Reduction& reduction = loop.reductions[r];
      if (reduction.op == Op::reduceWith) {
        std::memcpy(pointer(reduction.result), partials[r]->data(), sizeOf(reduction.type));
        continue;
      }
      visitScalarType(reduction.type, [&]<class T>(T*) {
        const T total = ir::combineBlocks(reduction.op, reinterpret_cast<T*>(partials[r]->data()),
                                          ir::reductionBlocks(points));
        std::memcpy(pointer(reduction.result), &total, sizeof total);
      });
    }
  }

  // The tree over the blocks of every reduceWith, into their first partials.
  void finishCombiners(std::size_t number, std::int64_t blocks,
                       const std::vector<std::unique_ptr<GuardedBuffer>>& partials) {
    const auto& reductions = program_.loops[number].reductions;
    if (std::ranges::none_of(reductions, [](auto& r) { return r.op == Op::reduceWith; })) return;
    const RangeFunction f = code_.loops[number];
    if (blocks == 0) f(0, 1, slots_.data(), identityFlag);
    for (; blocks > 1; blocks = (blocks + 1) / 2) {
      f(0, blocks / 2, slots_.data(), pairsFlag);
      for (std::size_t r = 0; r < reductions.size(); ++r) {
        const std::size_t size = sizeOf(reductions[r].type);
        std::byte* const data = partials[r]->data();
        if (blocks % 2 && reductions[r].op == Op::reduceWith)
          std::memcpy(data + static_cast<std::size_t>(blocks / 2) * size,
                      data + static_cast<std::size_t>(blocks - 1) * size, size);
      }
    }
  }

  void runRanges(RangeFunction f, const std::vector<std::int64_t>& at) {
    const auto part = [&](std::size_t first) {
      for (std::size_t k = first; k + 1 < at.size();
           k += static_cast<std::size_t>(options_.threads))
        f(at[k], at[k + 1], slots_.data(), options_.flags);
    };
    if (options_.threads == 1) return part(0);
    std::vector<std::jthread> threads;
    for (int t = 0; t < options_.threads; ++t)
      threads.emplace_back(part, static_cast<std::size_t>(t));
  }

  const ir::ParallelProgram& program_;
  const Code& code_;
  const RunOptions& options_;
  Random& random_;
  SlotLayout layout_;
  std::vector<std::uint64_t> slots_;
  std::vector<std::int64_t> symbols_;
  std::vector<std::unique_ptr<GuardedBuffer>> memory_;
};

}  // namespace

std::vector<ir::ArrayView> views(const std::vector<Array>& arrays) {
  std::vector<ir::ArrayView> list;
  for (const Array& a : arrays) list.push_back(a.view());
  return list;
}

Array randomArray(ElementType type, std::vector<std::int64_t> extents, Random& random, bool tame) {
  Array array{type, std::move(extents), {}};
  array.bytes.resize(static_cast<std::size_t>(count(array.extents)) * sizeOf(type));
  const ElementType scalar = fieldType(type);
  for (std::size_t k = 0; k < array.bytes.size(); k += sizeOf(scalar)) {
    const Scalar value = randomScalar(scalar, random, tame);
    std::memcpy(array.bytes.data() + k, &value.bits, sizeOf(scalar));
  }
  return array;
}

Scalar randomScalar(ElementType type, Random& random, bool tame) {
  return visitScalarType(type,
                         [&]<class T>(T*) { return Scalar::of(randomElement<T>(random, tame)); });
}

RunResult run(const ir::ParallelProgram& program, const Code& code,
              const std::vector<Array>& inputs, const std::vector<Scalar>& numbers, Random& random,
              const RunOptions& options) {
  return Execution(program, code, options, random)(inputs, numbers);
}

void expectEqual(const ir::ArrayValue& expected, const Array& actual, const std::string& what) {
  ASSERT_EQ(expected.extents, actual.extents) << what;
  ASSERT_EQ(expected.data.size(), actual.bytes.size()) << what;
  visitScalarType(fieldType(actual.type), [&]<class T>(T*) {
    for (std::size_t k = 0; k * sizeof(T) < actual.bytes.size(); ++k) {
      T e, a;
      std::memcpy(&e, expected.data.data() + k * sizeof(T), sizeof(T));
      std::memcpy(&a, actual.bytes.data() + k * sizeof(T), sizeof(T));
      if (e != e && a != a) continue;
      if (std::memcmp(&e, &a, sizeof(T)) == 0) continue;
      ADD_FAILURE() << what << "\nelement " << k << ": expected " << +e << ", got " << +a;
      return;
    }
  });
}

void check(const ir::ParallelProgram& program, const Code& code, const Check& what,
           Random& random) {
  std::vector<Array> inputs(what.shapes.size());
  for (const ir::Buffer& b : program.buffers)
    if (b.kind == ir::Buffer::Kind::input) {
      const auto slot = static_cast<std::size_t>(b.slot);
      inputs[slot] = randomArray(b.type, what.shapes[slot], random, what.tame);
    }
  std::vector<Scalar> numbers;
  for (ElementType type : program.numbers) numbers.push_back(randomScalar(type, random, what.tame));
  const auto expected = ir::interpret(program, views(inputs), numbers);
  const RunResult actual = run(program, code, inputs, numbers, random, what.run);
  ASSERT_EQ(expected.size(), actual.outputs.size());
  for (std::size_t k = 0; k < expected.size(); ++k)
    expectEqual(expected[k], actual.outputs[k], what.text);
}

void check(const Check& what, Random& random) {
  const ir::ParallelProgram program = ir::parseParallel(what.text);
  const auto code = backend().compile(program, what.options);
  check(program, *code, what, random);
}

}  // namespace parax::codegen::test

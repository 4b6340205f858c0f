// The harness: slots, memory, ranges, reductions' ends, comparison.
#include "harness.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

#include "codegen/loop_call.h"
#include "ir/failure.h"

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

std::vector<std::int64_t> cuts(std::int64_t end, bool pieces, Random& random) {
  std::vector<std::int64_t> at = {0, end};
  for (int k = 0; pieces && end > 0 && k < 3; ++k)
    at.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end)));
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
    symbols_ = ir::evaluateSizes(program_.sizes, views(inputs), numbers);
    std::vector<std::int64_t> given = symbols_;
    for (const auto& [symbol, value] : options_.forgedSymbols)
      given[static_cast<std::size_t>(symbol)] = value;
    for (std::size_t k = 0; k < symbols_.size(); ++k)
      slot(layout_.symbol(static_cast<int>(k))) = static_cast<std::uint64_t>(given[k]);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      slot(layout_.number(static_cast<int>(k))) = numbers[k].bits;
    placeBuffers(inputs);
    RunResult result;
    slot(layout_.errors) = reinterpret_cast<std::uint64_t>(&result.record);
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
      if (buffer.kind == ir::Buffer::Kind::local) continue;
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
    const auto symbol = [&](ir::Symbol s) { return symbols_[static_cast<std::size_t>(s)]; };
    LoopCall call(program_, layout_, code_, number, slots_.data(), options_.threads, symbol);
    std::vector<std::unique_ptr<GuardedBuffer>> partials;
    call.bind([&](std::size_t bytes) {
      partials.push_back(std::make_unique<GuardedBuffer>(bytes, options_.side));
      return static_cast<void*>(partials.back()->data());
    });
    call.run([&](std::int64_t count, std::int64_t, std::int64_t, const auto& f) {
      runRanges(f, cuts(count, options_.pieces, random_));
    }, options_.flags);
  }

  template <class F>
  void runRanges(const F& f, const std::vector<std::int64_t>& at) {
    const auto part = [&](std::size_t first) {
      for (std::size_t k = first; k + 1 < at.size();
           k += static_cast<std::size_t>(options_.threads))
        f(at[k], at[k + 1]);
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

std::optional<ir::Failure> RunResult::failure() const {
  if (record.ordinal == FailureRecord::nothing) return std::nullopt;
  return ir::Failure{.kind = static_cast<ir::FailureKind>(record.kind),
                     .ordinal = static_cast<std::int32_t>(record.ordinal),
                     .point = record.point,
                     .detail = {record.detail[0], record.detail[1]}};
}

void expectFailure(const std::optional<ir::Failure>& expected, const RunResult& result,
                   const std::string& what) {
  EXPECT_EQ(result.record.brokenBuffer, -1) << what;
  EXPECT_EQ(result.record.lock, 0) << what;
  const std::optional<ir::Failure> actual = result.failure();
  ASSERT_EQ(expected.has_value(), actual.has_value()) << what;
  if (!expected) return;
  EXPECT_EQ(expected->kind, actual->kind) << what;
  EXPECT_EQ(expected->ordinal, actual->ordinal) << what;
  EXPECT_EQ(expected->point, actual->point) << what;
  EXPECT_EQ(expected->detail[0], actual->detail[0]) << what;
  EXPECT_EQ(expected->detail[1], actual->detail[1]) << what;
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
  std::vector<ir::ArrayValue> expected;
  std::optional<ir::Failure> failure;
  try {
    expected = ir::interpret(program, views(inputs), numbers);
  } catch (const ir::ElementFailure& first) {
    failure = first;
  }
  const RunResult actual = run(program, code, inputs, numbers, random, what.run);
  expectFailure(failure, actual, what.text);
  if (failure) return;
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

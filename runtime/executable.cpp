// Running a plan: bind memory to slots, run the loops in order, combine reductions, tell errors.
#include "runtime/executable.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstring>
#include <mutex>

#include "ir/reduction_tree.h"
#include "parax/core/error.h"
#include "runtime/allocator.h"
#include "runtime/counters.h"
#include "runtime/float_mode.h"

namespace parax::runtime {
namespace {

// The smallest (ordinal, point) that a kernel reported.
class FirstError : public codegen::ErrorSink {
 public:
  FirstError() : ErrorSink{&report, &outOfBounds} {}
  bool happened() const { return ordinal_.load(std::memory_order_relaxed) != none; }
  bool brokenBounds() const { return brokenBuffer_.load(std::memory_order_relaxed) >= 0; }
  void check() const {
    if (brokenBounds())
      throw InternalError("checked code: access to element " + std::to_string(brokenElement_) +
                          " outside of buffer " + std::to_string(brokenBuffer_.load()));
    if (happened()) throw ir::ElementFailure(static_cast<std::int32_t>(ordinal_.load()), point_);
  }

 private:
  static constexpr std::int64_t none = LLONG_MAX;

  static void report(ErrorSink* sink, std::int64_t ordinal, std::int64_t point) {
    auto& self = *static_cast<FirstError*>(sink);
    if (self.ordinal_.load(std::memory_order_relaxed) < ordinal) return;
    const std::lock_guard lock(self.mutex_);
    const std::int64_t known = self.ordinal_.load(std::memory_order_relaxed);
    if (ordinal > known || (ordinal == known && point >= self.point_)) return;
    self.point_ = point;
    self.ordinal_.store(ordinal, std::memory_order_relaxed);
  }
  static void outOfBounds(ErrorSink* sink, std::int64_t buffer, std::int64_t element) {
    auto& self = *static_cast<FirstError*>(sink);
    const std::lock_guard lock(self.mutex_);
    self.brokenElement_ = element;
    self.brokenBuffer_.store(buffer, std::memory_order_relaxed);
  }

  std::mutex mutex_;
  std::atomic<std::int64_t> ordinal_{none};
  std::int64_t point_ = 0;
  std::atomic<std::int64_t> brokenBuffer_{-1};
  std::int64_t brokenElement_ = 0;
};

// A few elements on the stack, more on the heap.
template <class T, std::size_t few>
class Scratch {
 public:
  explicit Scratch(std::size_t count)
      : heap_(count > few ? std::make_unique<T[]>(count) : nullptr),
        data_(heap_ ? heap_.get() : stack_) {}
  T& operator[](std::size_t k) { return data_[k]; }
  T* data() { return data_; }

 private:
  T stack_[few] = {};
  std::unique_ptr<T[]> heap_;
  T* data_;
};

// Shared by all threads that run a program.
class LoopTimes {
 public:
  explicit LoopTimes(std::size_t loops) : times_(loops) {}

  void add(std::size_t loop, std::int64_t points, double microseconds) {
    const std::lock_guard lock(mutex_);
    LoopTime& time = times_[loop];
    if (time.points != points) time = {points, 0, microseconds};
    ++time.runs;
    time.bestMicroseconds = std::min(time.bestMicroseconds, microseconds);
  }
  LoopTime of(std::size_t loop) const {
    const std::lock_guard lock(mutex_);
    return times_[loop];
  }

 private:
  mutable std::mutex mutex_;
  std::vector<LoopTime> times_;
};

class CompiledExecutable final : public Executable {
 public:
  CompiledExecutable(ir::ParallelProgram program, std::unique_ptr<codegen::Code> code,
                     CompileReport report)
      : layout_(program), code_(std::move(code)), times_(program.loops.size()) {
    program_ = std::move(program);
    report_ = std::move(report);
    count(Counter::kernelsLive, 1);
    count(Counter::codeBytesLive, static_cast<std::int64_t>(code_->codeBytes));
  }
  ~CompiledExecutable() override {
    count(Counter::kernelsLive, -1);
    count(Counter::codeBytesLive, -static_cast<std::int64_t>(code_->codeBytes));
  }

  void run(std::span<const RunInput> inputs, std::span<const std::uint64_t> numbers, int threads,
           std::span<RunOutput> outputs) const override;
  LoopTime timeOf(std::size_t loop) const override { return times_.of(loop); }

 private:
  friend class PlanRun;
  codegen::SlotLayout layout_;
  std::unique_ptr<codegen::Code> code_;
  mutable LoopTimes times_;
};

// The state of one run.
class PlanRun {
 public:
  // Finds all memory before anything runs: a lack of it leaves no result half written.
  PlanRun(const CompiledExecutable& executable, std::span<const RunInput> inputs,
          std::span<const std::uint64_t> numbers, int threads, std::span<RunOutput> outputs)
      : self_(executable),
        program_(executable.program_),
        inputs_(inputs),
        outputs_(outputs),
        threads_(threads),
        slots_(static_cast<std::size_t>(executable.layout_.count)),
        memory_(program_.buffers.size()),
        blocks_(static_cast<std::size_t>(program_.blocks)),
        scalars_(program_.buffers.size()) {
    bindSymbols(numbers);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      slot(self_.layout_.number(static_cast<int>(k))) = numbers[k];
    for (std::size_t b = 0; b < program_.buffers.size(); ++b) bindBuffer(b);
    for (std::size_t k = 0; k < program_.loops.size(); ++k) bindPartials(k);
    slot(self_.layout_.errors) = reinterpret_cast<std::uint64_t>(&errors_);
  }

  void run() {
    for (std::size_t k = 0; k < program_.loops.size(); ++k) timeLoop(k);
    errors_.check();
  }

  void collect() {
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      const auto b = static_cast<std::size_t>(program_.outputs[k]);
      const ir::Buffer& buffer = program_.buffers[b];
      RunOutput& output = outputs_[k];
      output.type = buffer.type;
      output.rank = buffer.dims.rank();
      for (int d = 0; d < output.rank; ++d) output.extents[d] = symbol(buffer.dims[d]);
      if (isInlineScalar(output.type, output.rank))
        std::memcpy(&output.bits, pointer(b), sizeOf(buffer.type));
      else
        output.buffer = buffer.kind == ir::Buffer::Kind::input
                            ? *inputs_[static_cast<std::size_t>(buffer.slot)].buffer
                            : memory_[b];
    }
  }

 private:
  std::uint64_t& slot(int index) { return slots_[static_cast<std::size_t>(index)]; }
  std::int64_t symbol(ir::Symbol s) {
    return static_cast<std::int64_t>(slot(self_.layout_.symbol(s)));
  }
  void* pointer(std::size_t b) {
    return reinterpret_cast<void*>(slot(self_.layout_.buffer(static_cast<ir::BufferId>(b))));
  }

  void bindSymbols(std::span<const std::uint64_t> numbers) {
    using Kind = ir::SymbolSource::Kind;
    for (std::size_t s = 0; s < program_.symbols.size(); ++s) {
      const ir::SymbolSource& source = program_.symbols[s];
      const auto from = static_cast<std::size_t>(source.slot);
      slot(self_.layout_.symbol(static_cast<ir::Symbol>(s))) =
          source.kind == Kind::literalOne ? 1
          : source.kind == Kind::number
              ? numbers[from]
              : static_cast<std::uint64_t>(inputs_[from].extents[source.dim]);
    }
  }

  void bindBuffer(std::size_t b) {
    const ir::Buffer& buffer = program_.buffers[b];
    void*& at = reinterpret_cast<void*&>(slot(self_.layout_.buffer(static_cast<ir::BufferId>(b))));
    if (buffer.kind == ir::Buffer::Kind::input) {
      at = (*inputs_[static_cast<std::size_t>(buffer.slot)].buffer)->data();
    } else if (isInlineScalar(buffer.type, buffer.dims.rank())) {
      at = &scalars_[b];
    } else if (const BufferRef* donor = donorOf(buffer)) {
      memory_[b] = *donor;
      at = (*donor)->data();
    } else {
      const bool shared = buffer.kind == ir::Buffer::Kind::temporary && buffer.block >= 0;
      BufferRef& block = shared ? blocks_[static_cast<std::size_t>(buffer.block)] : memory_[b];
      const std::size_t bytes = bytesOf(buffer);
      if (buffer.kind == ir::Buffer::Kind::output) block = offered(buffer, bytes);
      if (!block) block = Buffer::allocate(bytes);
      at = block->data();
    }
  }

  // The memory that the caller has for a result, if it
  // has the right size. Not if the program can fail.
  BufferRef offered(const ir::Buffer& buffer, std::size_t bytes) const {
    const BufferRef& offer = outputs_[static_cast<std::size_t>(buffer.slot)].buffer;
    return offer && offer->bytes() == bytes && !program_.canFail ? offer : nullptr;
  }

  const BufferRef* donorOf(const ir::Buffer& buffer) const {
    if (buffer.inPlaceOf < 0) return nullptr;
    const ir::Buffer& input = program_.buffers[static_cast<std::size_t>(buffer.inPlaceOf)];
    const RunInput& given = inputs_[static_cast<std::size_t>(input.slot)];
    return given.donated ? given.buffer : nullptr;
  }

  std::size_t bytesOf(const ir::Buffer& buffer) {
    std::size_t bytes = sizeOf(buffer.type);
    for (ir::Symbol s : buffer.dims)
      if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(symbol(s)), &bytes))
        throw std::bad_alloc();
    return bytes;
  }

  void timeLoop(std::size_t k) {
    const ir::Loop& loop = program_.loops[k];
    const std::int64_t points = pointsOf(loop);
    constexpr double shortest = shortestTimedMicroseconds * cyclesPerMicrosecond;
    if (static_cast<double>(points) * loop.schedule.cyclesPerPoint < shortest)
      return runLoop(k, points);
    const auto begin = std::chrono::steady_clock::now();
    runLoop(k, points);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    self_.times_.add(k, points, time.count());
  }

  void runLoop(std::size_t k, std::int64_t points) {
    const ir::Loop& loop = program_.loops[k];
    const codegen::RangeFunction body = self_.code_->loops[k];
    const std::uint64_t* slots = slots_.data();
    const std::int64_t flags = streams(loop, points) ? codegen::streamingFlag : 0;
    if (points > 0) {
      count(Counter::loopsRun);
      parallelFor(rangeOf(loop, points, threads_), [=](std::int64_t begin, std::int64_t end) {
        const StandardFloats floats;  // of a worker, which has a register of its own
        body(begin, end, slots, flags);
      });
    }
    finishReductions(k, ir::reductionBlocks(points));
  }

  std::int64_t pointsOf(const ir::Loop& loop) {
    std::int64_t points = 1;
    for (ir::Symbol s : loop.extents) points *= symbol(s);
    return points;
  }

  void bindPartials(std::size_t k) {
    const ir::Loop& loop = program_.loops[k];
    if (loop.reductions.empty()) return;
    const std::int64_t blocks = ir::reductionBlocks(pointsOf(loop));
    for (std::size_t r = 0; r < loop.reductions.size(); ++r) {
      const ir::Reduction& reduction = loop.reductions[r];
      void* memory = pointer(static_cast<std::size_t>(reduction.result));
      if (blocks > 1) {
        partials_.push_back(
            Buffer::allocate(static_cast<std::size_t>(blocks) * sizeOf(reduction.type)));
        memory = partials_.back()->data();
      }
      slot(self_.layout_.partial(static_cast<int>(k), static_cast<int>(r))) =
          reinterpret_cast<std::uint64_t>(memory);
    }
  }

  void finishReductions(std::size_t k, std::int64_t blocks) {
    const ir::Loop& loop = program_.loops[k];
    if (blocks == 1) return;  // the one block's result is in place already
    bool combines = false;
    for (std::size_t r = 0; r < loop.reductions.size(); ++r) {
      const ir::Reduction& reduction = loop.reductions[r];
      combines |= reduction.op == Op::reduceWith;
      if (reduction.op == Op::reduceWith) continue;
      void* result = pointer(static_cast<std::size_t>(reduction.result));
      void* partial = partialOf(k, r, 0);
      visitScalarType(reduction.type, [&]<class T>(T*) {
        *static_cast<T*>(result) =
            ir::combineBlocks(reduction.op, static_cast<T*>(partial), blocks);
      });
    }
    if (combines) finishCombiners(k, blocks);
  }

  // ir::combineBlocks for every reduceWith of a loop, whose functions are in the compiled code.
  void finishCombiners(std::size_t k, std::int64_t blocks) {
    const ir::Loop& loop = program_.loops[k];
    const codegen::RangeFunction body = self_.code_->loops[k];
    if (blocks == 0) return body(0, 1, slots_.data(), codegen::identityFlag);
    for (; blocks > 1; blocks = (blocks + 1) / 2) {
      body(0, blocks / 2, slots_.data(), codegen::pairsFlag);
      for (std::size_t r = 0; blocks % 2 && r < loop.reductions.size(); ++r)
        if (loop.reductions[r].op == Op::reduceWith)
          std::memcpy(partialOf(k, r, blocks / 2), partialOf(k, r, blocks - 1),
                      sizeOf(loop.reductions[r].type));
    }
    for (std::size_t r = 0; r < loop.reductions.size(); ++r)
      if (loop.reductions[r].op == Op::reduceWith)
        std::memcpy(pointer(static_cast<std::size_t>(loop.reductions[r].result)),
                    partialOf(k, r, 0), sizeOf(loop.reductions[r].type));
  }

  // Where the result of a block is.
  void* partialOf(std::size_t k, std::size_t r, std::int64_t block) {
    const std::uint64_t first =
        slot(self_.layout_.partial(static_cast<int>(k), static_cast<int>(r)));
    const std::size_t size = sizeOf(program_.loops[k].reductions[r].type);
    return reinterpret_cast<std::byte*>(first) + static_cast<std::size_t>(block) * size;
  }

  // Streaming pays when the results are fresh, and too large to be found in a cache afterwards.
  bool streams(const ir::Loop& loop, std::int64_t points) {
    if (!loop.schedule.streaming) return false;
    std::int64_t bytes = 0;
    for (const ir::Inst& inst : loop.body) {
      if (inst.op != Op::store) continue;
      const ir::BufferId b = loop.accesses[static_cast<std::size_t>(inst.slot)].buffer;
      const ir::Buffer& buffer = program_.buffers[static_cast<std::size_t>(b)];
      if (donorOf(buffer)) return false;
      bytes += points * static_cast<std::int64_t>(sizeOf(inst.type));
    }
    return bytes >= streamingBytes;
  }

  const CompiledExecutable& self_;
  const ir::ParallelProgram& program_;
  std::span<const RunInput> inputs_;
  std::span<RunOutput> outputs_;
  int threads_;
  Scratch<std::uint64_t, 64> slots_;
  Scratch<BufferRef, 16> memory_;
  Scratch<BufferRef, 4> blocks_;
  std::vector<BufferRef> partials_;
  Scratch<std::uint64_t, 16> scalars_;  // numbers
  FirstError errors_;
};

void CompiledExecutable::run(std::span<const RunInput> inputs,
                             std::span<const std::uint64_t> numbers, int threads,
                             std::span<RunOutput> outputs) const {
  const StandardFloats floats;
  PlanRun plan(*this, inputs, numbers, threads, outputs);
  plan.run();
  plan.collect();
}

class InterpretedExecutable final : public Executable {
 public:
  InterpretedExecutable(ir::Program domain, ir::ParallelProgram loops, CompileReport report)
      : domain_(std::move(domain)) {
    program_ = std::move(loops);
    report_ = std::move(report);
  }

  void run(std::span<const RunInput> inputs, std::span<const std::uint64_t> numbers, int,
           std::span<RunOutput> outputs) const override {
    const StandardFloats floats;
    std::vector<ir::ArrayView> views;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const ir::Input& input = domain_.inputs[k];
      views.push_back({input.type,
                       {inputs[k].extents, inputs[k].extents + input.dims.rank()},
                       (*inputs[k].buffer)->data()});
    }
    std::vector<Scalar> scalars;
    for (std::size_t k = 0; k < numbers.size(); ++k)
      scalars.push_back({domain_.numbers[k], numbers[k]});
    const std::vector<ir::ArrayValue> values = ir::interpret(domain_, views, scalars);
    for (std::size_t k = 0; k < outputs.size(); ++k) store(values[k], outputs[k]);
  }
  LoopTime timeOf(std::size_t) const override { return {}; }

 private:
  static void store(const ir::ArrayValue& value, RunOutput& output) {
    output.type = value.type;
    output.rank = static_cast<int>(value.extents.size());
    std::copy(value.extents.begin(), value.extents.end(), output.extents);
    void* memory = &output.bits;
    if (!isInlineScalar(output.type, output.rank)) {
      output.buffer = Buffer::allocate(value.data.size());
      memory = output.buffer->data();
    }
    if (!value.data.empty()) std::memcpy(memory, value.data.data(), value.data.size());
  }

  ir::Program domain_;
};

}  // namespace

ParallelRange rangeOf(const ir::Loop& loop, std::int64_t points, int threads) {
  return {.begin = 0,
          .end = points,
          .grain = loop.reductions.empty() ? 64 : ir::reductionBlock,
          .cyclesPerPoint = loop.schedule.cyclesPerPoint,
          .maxThreads = loop.schedule.parallel ? threads : 1};
}

std::unique_ptr<Executable> makeInterpreted(ir::Program program, ir::ParallelProgram loops,
                                            CompileReport report) {
  return std::make_unique<InterpretedExecutable>(std::move(program), std::move(loops),
                                                 std::move(report));
}

std::unique_ptr<Executable> makeCompiled(ir::ParallelProgram program,
                                         std::unique_ptr<codegen::Code> code,
                                         CompileReport report) {
  return std::make_unique<CompiledExecutable>(std::move(program), std::move(code),
                                              std::move(report));
}

}  // namespace parax::runtime

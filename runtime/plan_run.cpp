// Running a plan: bind memory to slots, run the steps in order, combine reductions, tell errors.
#include "runtime/plan_run.h"

#include <chrono>
#include <cstring>
#include <memory>

#include "codegen/loop_call.h"
#include "parax/core/error.h"
#include "runtime/allocator.h"
#include "runtime/counters.h"
#include "runtime/float_mode.h"

namespace parax::runtime {
namespace {

// Between steps: nobody writes the record then.
void throwFirst(const codegen::FailureRecord& record, std::int64_t turn) {
  if (record.brokenBuffer >= 0)
    throw InternalError("checked code: access to element " + std::to_string(record.brokenElement) +
                        " outside of buffer " + std::to_string(record.brokenBuffer));
  if (record.ordinal == codegen::FailureRecord::nothing) return;
  throw ir::ElementFailure({.kind = static_cast<ir::FailureKind>(record.kind),
                            .ordinal = static_cast<std::int32_t>(record.ordinal),
                            .turn = turn,
                            .point = record.point,
                            .detail = {record.detail[0], record.detail[1]}});
}

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

// The state of one run.
class PlanRun {
 public:
  // Finds all memory before anything runs: a lack of it leaves no result half written.
  PlanRun(const CompiledPlan& executable, std::span<const RunInput> inputs,
          std::span<const std::uint64_t> numbers, int threads, std::span<RunOutput> outputs)
      : self_(executable),
        program_(executable.program),
        inputs_(inputs),
        outputs_(outputs),
        threads_(threads),
        slots_(static_cast<std::size_t>(executable.layout.count)),
        memory_(program_.buffers.size()),
        blocks_(static_cast<std::size_t>(program_.blocks)),
        scalars_(program_.buffers.size()) {
    for (std::size_t k = 0; k < numbers.size(); ++k)
      slot(self_.layout.number(static_cast<int>(k))) = numbers[k];
    bindSizes();
    bindMemory();
    slot(self_.layout.errors) = reinterpret_cast<std::uint64_t>(&errors_);
  }

  void run() {
    runSteps(program_.steps);
    check();
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
  void check() const { throwFirst(errors_, turn_); }
  std::uint64_t& slot(int index) { return slots_[static_cast<std::size_t>(index)]; }
  std::int64_t symbol(ir::Symbol s) {
    return static_cast<std::int64_t>(slot(self_.layout.symbol(s)));
  }
  void* pointer(std::size_t b) {
    return reinterpret_cast<void*>(slot(self_.layout.buffer(static_cast<ir::BufferId>(b))));
  }

  void runSteps(const std::vector<ir::Step>& steps) {
    for (const ir::Step& step : steps) switch (step.kind) {
        case ir::Step::Kind::loop: timeLoop(static_cast<std::size_t>(step.loop)); break;
        case ir::Step::Kind::copy: copy(step); break;
        case ir::Step::Kind::size: makeSize(step); break;
        case ir::Step::Kind::rotate: rotate(step.carried); break;
        case ir::Step::Kind::repeat: repeat(step); break;
      }
  }

  void copy(const ir::Step& step) {
    const auto to = static_cast<std::size_t>(step.to);
    void* const from = pointer(static_cast<std::size_t>(step.from));
    if (pointer(to) != from) std::memcpy(pointer(to), from, bytesOf(program_.buffers[to]));
  }

  // What has failed may have left any number there.
  void makeSize(const ir::Step& step) {
    check();
    results_.resize(std::max(results_.size(), static_cast<std::size_t>(step.result) + 1),
                    ir::unknownSize);
    std::memcpy(&results_[static_cast<std::size_t>(step.result)],
                pointer(static_cast<std::size_t>(step.from)), sizeof(std::int64_t));
    bindSizes();
    bindMemory();
  }

  // Buffers change places: each gets the memory that another had.
  void rotate(const std::vector<std::pair<ir::BufferId, ir::BufferId>>& carried) {
    std::vector<std::pair<void*, BufferRef>> given;
    for (const auto& [to, from] : carried)
      given.emplace_back(pointer(static_cast<std::size_t>(from)),
                         std::move(memory_[static_cast<std::size_t>(from)]));
    for (std::size_t k = 0; k < carried.size(); ++k) {
      const ir::BufferId to = carried[k].first;
      slot(self_.layout.buffer(to)) = reinterpret_cast<std::uint64_t>(given[k].first);
      memory_[static_cast<std::size_t>(to)] = std::move(given[k].second);
    }
  }

  // A condition is read only where nothing has failed: it might never become true.
  void repeat(const ir::Step& step) {
    const std::int64_t trips = symbol(step.trips);
    check();
    for (std::int64_t turn = 0; turn < trips; ++turn) {
      ++turn_;
      runSteps(step.steps);
      check();
      rotate(step.carried);
      if (step.until != ir::none &&
          *static_cast<const bool*>(pointer(static_cast<std::size_t>(step.until))))
        break;
    }
  }

  void bindSizes() {
    auto* const values = reinterpret_cast<std::int64_t*>(&slot(self_.layout.symbol(ir::one)));
    const auto extent = [&](std::int32_t from, std::int32_t dim) {
      return inputs_[static_cast<std::size_t>(from)].extents[dim];
    };
    const auto number = [&](std::int32_t from) {
      return static_cast<std::int64_t>(slot(self_.layout.number(from)));
    };
    const auto result = [&](std::int32_t k) {
      const auto at = static_cast<std::size_t>(k);
      return at < results_.size() ? results_[at] : ir::unknownSize;
    };
    ir::evaluateSizes(program_.sizes, values, extent, number, result);
  }

  // All that has a size now and had none before.
  void bindMemory() {
    for (std::size_t b = 0; b < program_.buffers.size(); ++b)
      if (!pointer(b) && program_.buffers[b].kind != ir::Buffer::Kind::local &&
          isKnown(program_.buffers[b].dims))
        bindBuffer(b);
    for (std::size_t k = 0; k < program_.loops.size(); ++k)
      if (isKnown(program_.loops[k])) bindLoop(k);
  }
  template <class Symbols>
  bool isKnown(const Symbols& dims) {
    return std::none_of(dims.begin(), dims.end(),
                        [&](ir::Symbol s) { return symbol(s) == ir::unknownSize; });
  }
  bool isKnown(const ir::Loop& loop) {
    return std::none_of(loop.space.begin(), loop.space.end(), [&](const ir::Range& range) {
      return symbol(range.hi) == ir::unknownSize ||
             (range.lo != ir::noSymbol && symbol(range.lo) == ir::unknownSize);
    });
  }

  void bindBuffer(std::size_t b) {
    const ir::Buffer& buffer = program_.buffers[b];
    void*& at = reinterpret_cast<void*&>(slot(self_.layout.buffer(static_cast<ir::BufferId>(b))));
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

  auto callOf(std::size_t k) {
    return codegen::LoopCall(program_, self_.layout, self_.code, k, slots_.data(), threadsOf(k),
                             valueOf_);
  }
  // Only strips of columns depend on it.
  int threadsOf(std::size_t k) const {
    if (self_.code.info[k].form != codegen::LoopForm::columns) return 1;
    return !program_.loops[k].schedule.parallel ? 1 : threads_ > 0 ? threads_ : defaultThreads();
  }

  void timeLoop(std::size_t k) {
    const ir::Loop& loop = program_.loops[k];
    auto call = callOf(k);
    const std::int64_t points = call.units().points();
    constexpr double shortest = shortestTimedMicroseconds * cyclesPerMicrosecond;
    if (static_cast<double>(points) * loop.schedule.cyclesPerPoint < shortest)
      return runLoop(loop, call);
    const auto begin = std::chrono::steady_clock::now();
    runLoop(loop, call);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    self_.times.add(k, points, time.count());
  }

  template <class Call>
  void runLoop(const ir::Loop& loop, Call& call) {
    const std::int64_t points = call.units().points();
    if (points > 0) count(Counter::loopsRun);
    const std::int64_t flags = streams(loop, points) ? codegen::streamingFlag : 0;
    call.run([&](std::int64_t units, std::int64_t grain, std::int64_t work, const auto& body) {
      if (units == 0) return;
      const double all = static_cast<double>(work) * loop.schedule.cyclesPerPoint;
      parallelFor({.begin = 0,
                   .end = units,
                   .grain = grain,
                   .cyclesPerPoint = all / static_cast<double>(units),
                   .maxThreads = loop.schedule.parallel ? threads_ : 1},
                  [&](std::int64_t begin, std::int64_t end) {
        const StandardFloats floats;  // of a worker, which has a register of its own
        body(begin, end);
      });
    }, flags);
  }

  void bindLoop(std::size_t k) {
    callOf(k).bind([&](std::size_t bytes) {
      partials_.push_back(Buffer::allocate(bytes));
      return partials_.back()->data();
    });
  }

  // Streaming pays when the results are fresh, and too large to be found in a cache afterwards.
  bool streams(const ir::Loop& loop, std::int64_t points) {
    if (!loop.schedule.streaming) return false;
    std::int64_t bytes = 0;
    for (const ir::Inst& inst : loop.body().insts) {
      if (inst.op != Op::store) continue;
      const ir::BufferId b = loop.body().accesses[static_cast<std::size_t>(inst.access)].buffer;
      const ir::Buffer& buffer = program_.buffers[static_cast<std::size_t>(b)];
      if (donorOf(buffer)) return false;
      bytes += points * static_cast<std::int64_t>(sizeOf(inst.type));
    }
    return bytes >= streamingBytes;
  }

  const CompiledPlan& self_;
  const ir::ParallelProgram& program_;
  std::span<const RunInput> inputs_;
  std::span<RunOutput> outputs_;
  int threads_;
  struct ValueOf {
    PlanRun* run;
    std::int64_t operator()(ir::Symbol s) const { return run->symbol(s); }
  } valueOf_{this};
  Scratch<std::uint64_t, 64> slots_;
  Scratch<BufferRef, 16> memory_;
  Scratch<BufferRef, 4> blocks_;
  std::vector<BufferRef> partials_;
  Scratch<std::uint64_t, 16> scalars_;  // numbers
  std::vector<std::int64_t> results_;   // sizes that steps have made
  codegen::FailureRecord errors_;
  std::int64_t turn_ = 0;  // of all repeats together
};

}  // namespace

ParallelRange rangeOf(const ir::Loop& loop, std::int64_t points, int threads) {
  return {.begin = 0,
          .end = points,
          .grain = loop.body().reductions.empty() ? 64 : ir::reductionBlock,
          .cyclesPerPoint = loop.schedule.cyclesPerPoint,
          .maxThreads = loop.schedule.parallel ? threads : 1};
}

void runPlan(const CompiledPlan& plan, std::span<const RunInput> inputs,
             std::span<const std::uint64_t> numbers, int threads, std::span<RunOutput> outputs) {
  PlanRun run(plan, inputs, numbers, threads, outputs);
  run.run();
  run.collect();
}

}  // namespace parax::runtime

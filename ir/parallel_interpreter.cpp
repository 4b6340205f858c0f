// The reference interpreter of parallel IR: steps in order, loops stage by stage and row by row.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "ir/body_interpreter.h"
#include "ir/combiner.h"
#include "ir/evaluate.h"
#include "ir/interpreter.h"
#include "ir/scatter_order.h"
#include "parax/core/error.h"

namespace parax::ir {
namespace {

using Extents = std::vector<std::int64_t>;

std::int64_t product(const Extents& extents) {
  std::int64_t n = 1;
  for (std::int64_t e : extents) n *= e;
  return n;
}

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// The values that one element of a result is made of, each with the number of its point.
struct Collected {
  std::vector<std::int64_t> points;
  std::vector<std::byte> values;
};

// All values of a reduction, over all pieces: the tree wants them at hand and in order.
class ReductionRun {
 public:
  ReductionRun(const Body& body, const Reduction& reduction, BodyRun& values)
      : body_(body), reduction_(reduction), values_(values) {}

  bool isScatter() const { return !reduction_.at.empty(); }
  const Reduction& reduction() const { return reduction_; }
  const Body& body() const { return body_; }
  BodyRun& values() { return values_; }

  void collect(const BodyRun& from, const Reduction& reduction, std::int64_t element,
               std::int64_t point) {
    Collected& list = collected_[element];
    const auto fields = static_cast<std::int64_t>(reduction.fields());
    const auto count = static_cast<std::int64_t>(list.points.size());
    list.points.push_back(point);
    list.values.resize(list.values.size() + sizeOf(reduction.type));
    for (std::int64_t f = 0; f < fields; ++f)
      storeElement(list.values.data(), count * fields + f, from.value(reduction.value[f]));
  }
  // In the order of the points.
  const Collected& of(std::int64_t element) {
    Collected& list = collected_[element];
    const std::size_t size = sizeOf(reduction_.type);
    std::vector<std::size_t> order(list.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(list.points[a], a) < std::pair(list.points[b], b);
    });
    Collected sorted;
    for (std::size_t k : order) {
      sorted.points.push_back(list.points[k]);
      const auto from = list.values.begin() + static_cast<std::ptrdiff_t>(k * size);
      sorted.values.insert(sorted.values.end(), from, from + static_cast<std::ptrdiff_t>(size));
    }
    return list = std::move(sorted);
  }
  const std::map<std::int64_t, Collected>& all() const { return collected_; }

 private:
  const Body& body_;
  const Reduction& reduction_;
  BodyRun& values_;
  std::map<std::int64_t, Collected> collected_;
};

class LoopRun {
 public:
  LoopRun(const Loop& loop, BodyContext& context) : loop_(loop), context_(context) {
    for (const Range& range : loop.space) {
      first_.push_back(range.lo == noSymbol ? 0 : context.symbols.at(at(range.lo)));
      last_.push_back(context.symbols.at(at(range.hi)));
      extents_.push_back(std::max<std::int64_t>(last_.back() - first_.back(), 0));
    }
  }

  void run() {
    for (const Stage& stage : loop_.stages)
      for (std::int64_t turn = 0; turn < stage.turns; ++turn) runStage(stage, turn);
    finishReductions();
  }

 private:
  void runStage(const Stage& stage, std::int64_t turn) {
    for (const Piece& piece : stage.pieces) {
      bodies_.push_back(std::make_unique<BodyRun>(piece.body, context_));
      prepare(piece.body, *bodies_.back());
    }
    const std::size_t firstBody = bodies_.size() - stage.pieces.size();
    const std::int64_t width = extents_.empty() ? 1 : extents_.back();
    const std::int64_t rows = width == 0 ? 0 : product(extents_) / width;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::size_t p = 0; p < stage.pieces.size(); ++p) {
        bodies_[firstBody + p]->startRow();
        for (std::int64_t column = 0; column < width; ++column)
          runPoint(stage, p, *bodies_[firstBody + p], turn, row * width + column);
      }
  }

  // No point, no failure; but combiners and their identities are there without points.
  void prepare(const Body& body, BodyRun& run) {
    const bool combines = std::any_of(body.reductions.begin(), body.reductions.end(),
                                      [](const Reduction& r) { return r.op == Op::reduceWith; });
    if (combines) run.runHoisted();
    for (const Reduction& r : body.reductions) reductions_.try_emplace(r.into.buffer, body, r, run);
  }

  bool isIn(const Piece& piece, const Extents& point) const {
    for (std::size_t d = 0; d < piece.box.size(); ++d) {
      const Range& range = piece.box[d];
      const std::int64_t lo = range.lo == noSymbol ? 0 : context_.symbols.at(at(range.lo));
      if (point[d] < lo || point[d] >= context_.symbols.at(at(range.hi))) return false;
    }
    return true;
  }

  void runPoint(const Stage& stage, std::size_t p, BodyRun& run, std::int64_t turn,
                std::int64_t number) {
    Extents point(extents_.size());
    std::int64_t rest = number;
    for (std::size_t d = extents_.size(); d-- > 0;) {
      point[d] = first_[d] + rest % extents_[d];
      rest /= extents_[d];
    }
    const Piece& piece = stage.pieces[p];
    if (piece.rest ? isIn(stage.pieces.at(p - 1), point) : !isIn(piece, point)) return;
    run.run(point, turn, number);
    for (const Reduction& r : piece.body.reductions) {
      if (const auto element = run.element(r.into, r.at, r.ordinal))
        reductions_.at(r.into.buffer).collect(run, r, *element, number);
    }
  }

  void finishReductions() {
    for (auto& [buffer, run] : reductions_) {
      Place& place = context_.places.at(at(buffer));
      const Reduction& reduction = run.reduction();
      if (place.type != reduction.type)
        throw InternalError("a reduction's result has another type");
      if (run.isScatter()) {
        scatter(run, place);
        continue;
      }
      for (std::int64_t e = 0; e < product(place.extents); ++e) reduce(run, place, e);
    }
  }

  // Whether the loop's points go into the element: a space may be a part of the result.
  bool isReached(const Access& into, const Place& place, std::int64_t element) const {
    for (std::size_t k = place.extents.size(); k-- > 0; element /= place.extents[k]) {
      const std::int64_t i = element % place.extents[k];
      const std::vector<Term>& terms = into.at[k].terms;
      const std::int64_t lo = terms.empty() ? 0 : first_[at(terms[0].index)];
      const std::int64_t hi = terms.empty() ? 1 : last_[at(terms[0].index)];
      if (i < lo || i >= hi) return false;
    }
    return true;
  }

  // Of the dimensions that the result does not have.
  Extents reducedExtents(const Access& into) const {
    Extents extents;
    for (std::size_t d = 0; d < extents_.size(); ++d)
      if (!into.uses(static_cast<int>(d))) extents.push_back(extents_[d]);
    return extents;
  }

  void reduce(ReductionRun& run, Place& place, std::int64_t element) {
    const Reduction& reduction = run.reduction();
    const Collected& list = run.of(element);
    const Extents extents = reducedExtents(reduction.into);
    if (!isReached(reduction.into, place, element)) return;
    if (static_cast<std::int64_t>(list.points.size()) != product(extents))
      throw InternalError("a reduction takes a value of every point once");
    std::byte* result =
        place.memory->data() + static_cast<std::size_t>(element) * sizeOf(place.type);
    if (reduction.op != Op::reduceWith) {
      storeElement(result, 0,
                   evaluateReduction(reduction.op, reduction.type, extents, list.values.data()));
      return;
    }
    const std::span<const std::int32_t> identity = reduction.identity,
                                        combined = reduction.combined;
    const auto valueOf = [&](std::int32_t id, int) { return run.values().value(id); };
    try {
      evaluateReduction(makeCombiner(reduction.type, combinerBody(run.body().insts, combined),
                                     identity, combined, valueOf),
                        extents, list.values.data(), result);
    } catch (const ElementFailure& failure) {
      context_.note(failure);
    }
  }

  // Values in the order of their points, each onto its element.
  void scatter(ReductionRun& run, Place& place) {
    std::vector<ScatterElement> elements;
    for (const auto& [element, list] : run.all())
      for (std::size_t k = 0; k < list.points.size(); ++k)
        elements.push_back(
            {list.points[k], element,
             loadElement(place.type, list.values.data(), static_cast<std::int64_t>(k))});
    std::vector<std::size_t> order(elements.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(elements[a].point, a) < std::pair(elements[b].point, b);
    });
    std::vector<ScatterElement> inOrder;
    for (std::size_t k : order) inOrder.push_back(elements[k]);
    scatterInOrder(run.reduction().op, place.type, inOrder, product(place.extents),
                   place.memory->data());
  }

  const Loop& loop_;
  BodyContext& context_;
  Extents first_, last_, extents_;
  std::vector<std::unique_ptr<BodyRun>> bodies_;
  std::map<BufferId, ReductionRun> reductions_;
};

class Interpreter {
 public:
  Interpreter(const ParallelProgram& program, const std::vector<ArrayView>& inputs,
              const std::vector<Scalar>& numbers)
      : program_(program),
        inputs_(inputs),
        numbers_(numbers),
        symbols_(evaluateSizes(program.sizes, inputs, numbers)),
        own_(program.buffers.size()),
        blocks_(at(program.blocks)),
        places_(program.buffers.size()),
        isPlaced_(program.buffers.size(), false) {
    for (std::size_t id = 0; id < program.buffers.size(); ++id) place(id);
  }

  std::vector<ArrayValue> run() {
    runSteps(program_.steps);
    check();
    std::vector<ArrayValue> results;
    for (BufferId id : program_.outputs) {
      const Place& from = places_.at(at(id));
      const auto begin = from.memory->begin();
      results.push_back({from.type, from.extents, {begin, begin + bytesOf(from)}});
    }
    return results;
  }

 private:
  void runSteps(const std::vector<Step>& steps) {
    for (const Step& step : steps) switch (step.kind) {
        case Step::Kind::loop: LoopRun(program_.loops.at(at(step.loop)), context_).run(); break;
        case Step::Kind::copy: copy(places_.at(at(step.from)), places_.at(at(step.to))); break;
        case Step::Kind::size: makeSize(step); break;
        case Step::Kind::rotate: rotate(step.carried); break;
        case Step::Kind::repeat: repeat(step); break;
      }
  }

  // What has failed may have left any number there.
  void makeSize(const Step& step) {
    check();
    results_.resize(std::max(results_.size(), at(step.result) + 1), unknownSize);
    results_[at(step.result)] =
        loadElement(ElementType::int64, places_.at(at(step.from)).memory->data(), 0)
            .as<std::int64_t>();
    symbols_ = evaluateSizes(program_.sizes, inputs_, numbers_, results_);
    for (std::size_t id = 0; id < program_.buffers.size(); ++id)
      if (!isPlaced_[id]) place(id);
  }

  static void copy(const Place& from, Place& to) {
    if (from.memory != to.memory)
      std::copy_n(from.memory->begin(), bytesOf(from), to.memory->begin());
  }

  // Its memory may be larger: a block, or what another buffer had.
  static std::ptrdiff_t bytesOf(const Place& place) {
    return product(place.extents) * static_cast<std::ptrdiff_t>(sizeOf(place.type));
  }

  void rotate(const std::vector<std::pair<BufferId, BufferId>>& carried) {
    std::vector<std::vector<std::byte>*> memory;
    for (const auto& [to, from] : carried) memory.push_back(places_.at(at(from)).memory);
    for (std::size_t k = 0; k < carried.size(); ++k)
      places_.at(at(carried[k].first)).memory = memory[k];
  }

  // A condition is read only where nothing has failed: it might never become true.
  void repeat(const Step& step) {
    const std::int64_t trips = symbols_.at(at(step.trips));
    check();
    for (std::int64_t turn = 0; turn < trips; ++turn) {
      ++context_.turn;
      runSteps(step.steps);
      check();
      rotate(step.carried);
      if (step.until != none &&
          loadElement(ElementType::boolean, places_.at(at(step.until)).memory->data(), 0)
              .as<bool>())
        break;
    }
  }

  void check() const {
    if (failure_) throw ElementFailure(*failure_);
  }

  // Fresh memory is filled with a pattern, so that reading what nobody wrote is seen.
  void place(std::size_t id) {
    const Buffer& buffer = program_.buffers[id];
    for (Symbol s : buffer.dims)
      if (symbols_.at(at(s)) == unknownSize) return;
    isPlaced_[id] = true;
    Place place{buffer.type, extentsOf(buffer.dims, symbols_), &own_[id]};
    const std::size_t bytes = static_cast<std::size_t>(product(place.extents)) * sizeOf(place.type);
    if (buffer.kind == Buffer::Kind::temporary && buffer.block != none)
      place.memory = &blocks_.at(at(buffer.block));
    constexpr std::byte unwritten{0x01};  // a valid bool, a strange float
    place.memory->resize(std::max(place.memory->size(), bytes), unwritten);
    if (buffer.kind == Buffer::Kind::input) {
      const ArrayView& view = inputs_.at(at(buffer.slot));
      if (view.type != place.type || view.extents != place.extents)
        throw InternalError("input " + std::to_string(buffer.slot) + " has another type or shape");
      const auto* data = static_cast<const std::byte*>(view.data);
      std::copy(data, data + bytes, place.memory->begin());
    }
    places_[id] = std::move(place);
  }

  const ParallelProgram& program_;
  const std::vector<ArrayView>& inputs_;
  const std::vector<Scalar>& numbers_;
  Extents symbols_;
  std::vector<std::vector<std::byte>> own_;     // by buffer
  std::vector<std::vector<std::byte>> blocks_;  // of temporaries
  std::vector<Place> places_;                   // by buffer
  std::vector<bool> isPlaced_;                  // by buffer: its size is known
  std::vector<std::int64_t> results_;           // sizes that steps have made
  std::optional<Failure> failure_;
  BodyContext context_{places_, symbols_, numbers_, failure_};
};

}  // namespace

std::vector<ArrayValue> interpret(const ParallelProgram& program,
                                  const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers) {
  return Interpreter(program, inputs, numbers).run();
}

}  // namespace parax::ir

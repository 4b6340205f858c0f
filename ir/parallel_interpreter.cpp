// The reference interpreter of parallel IR: loops point by point in row-major order.
#include <algorithm>
#include <optional>
#include <utility>

#include "ir/combiner.h"
#include "ir/evaluate.h"
#include "ir/interpreter.h"
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

// The smallest (ordinal, linear point) noted so far.
using Failure = std::optional<std::pair<std::int32_t, std::int64_t>>;

// A buffer of the program with its place in memory; temporaries with one block share theirs.
struct Place {
  ElementType type;
  Extents extents;
  std::vector<std::byte>* memory;
};

class LoopRun {
 public:
  LoopRun(const Loop& loop, std::vector<Place>& places, const Extents& symbols,
          const std::vector<Scalar>& numbers, Failure& failure)
      : loop_(loop),
        places_(places),
        symbols_(symbols),
        numbers_(numbers),
        failure_(failure),
        combiner_(combinersOf(loop.body)),
        values_(loop.body.size()),
        reduced_(loop.reductions.size()) {
    for (Symbol s : loop.extents) extents_.push_back(symbols.at(at(s)));
  }

  void run() {
    const std::int64_t points = product(extents_);
    // No point, no failure; but combiners and their identities are there without points.
    const bool combines = std::any_of(loop_.reductions.begin(), loop_.reductions.end(),
                                      [](const Reduction& r) { return r.op == Op::reduceWith; });
    if (points > 0 || combines) runRange(0, loop_.hoisted);
    for (point_ = 0; point_ < points; ++point_) {
      locate();
      runRange(loop_.hoisted, static_cast<std::int32_t>(loop_.body.size()));
      collect();
    }
    finishReductions(points);
  }

 private:
  // The coordinates of point_.
  void locate() {
    coordinate_.resize(extents_.size());
    std::int64_t rest = point_;
    for (std::size_t d = extents_.size(); d-- > 0;) {
      coordinate_[d] = rest % extents_[d];
      rest /= extents_[d];
    }
  }

  void runRange(std::int32_t begin, std::int32_t end) {
    coordinate_.resize(extents_.size());
    for (std::int32_t k = begin; k < end; ++k)
      if (combiner_[at(k)] == none) execute(loop_.body.at(at(k)), values_.at(at(k)));
  }

  void execute(const Inst& inst, Scalar& result) {
    switch (inst.op) {
      case Op::number: result = numbers_.at(at(inst.slot)); return;
      case Op::constant: result = {inst.type, inst.bits}; return;
      case Op::extent: result = Scalar::of(symbols_.at(at(inst.slot))); return;
      case Op::index: result = indexValue(inst.type, coordinate_.at(at(inst.slot))); return;
      case Op::load: {
        const auto [place, offset] = element(inst);
        result = loadElement(inst.type, place->memory->data(), offset);
        return;
      }
      case Op::store: {
        const auto [place, offset] = element(inst);
        storeElement(place->memory->data(), offset, values_.at(at(inst.operand[0])));
        return;
      }
      default: pointwise(inst, result);
    }
  }

  void pointwise(const Inst& inst, Scalar& result) {
    if (info(inst.op).kind != OpKind::pointwise)
      throw InternalError("'" + std::string(name(inst.op)) + "' does not belong in a loop");
    Scalar operand[3];
    for (int k = 0; k < inst.arity(); ++k) operand[k] = values_.at(at(inst.operand[k]));
    const auto value = evaluatePointwise(inst.op, inst.type, operand);
    result = value.value_or(Scalar{inst.type, 0});
    if (!value) note(inst.ordinal, point_);
  }

  void note(std::int32_t ordinal, std::int64_t point) {
    const auto noted = std::pair(ordinal, point);
    if (!failure_ || noted < *failure_) failure_ = noted;
  }

  // The buffer and the element index, in units of fields, that an access means at this point.
  std::pair<Place*, std::int64_t> element(const Inst& inst) {
    const Access& access = loop_.accesses.at(at(inst.slot));
    Place& place = places_.at(at(access.buffer));
    if (fieldType(place.type) != inst.type)
      throw InternalError("an access has another type than its buffer");
    std::vector<std::int64_t> index(place.extents.size(), 0);
    for (std::size_t d = 0; d < extents_.size(); ++d)
      if (access.axis[d] != none) index.at(at(access.axis[d])) += coordinate_[d];
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      if (index[k] >= place.extents[k])
        throw InternalError("b" + std::to_string(access.buffer) + " is accessed out of bounds");
      offset = offset * place.extents[k] + index[k];
    }
    return {&place, offset * fieldCount(place.type) + inst.field};
  }

  // The tree wants all elements at hand: they are kept, one array per reduction.
  void collect() {
    for (std::size_t r = 0; r < reduced_.size(); ++r) {
      const Reduction& reduction = loop_.reductions[r];
      const std::size_t size = sizeOf(reduction.type);
      reduced_[r].resize((static_cast<std::size_t>(point_) + 1) * size);
      for (int k = 0; k < reduction.fields(); ++k)
        storeElement(reduced_[r].data(), point_ * reduction.fields() + k,
                     values_.at(at(reduction.value[at(k)])));
    }
  }

  void finishReductions(std::int64_t points) {
    for (std::size_t r = 0; r < reduced_.size(); ++r) {
      const Reduction& reduction = loop_.reductions[r];
      Place& place = places_.at(at(reduction.result));
      if (!place.extents.empty() || place.type != reduction.type)
        throw InternalError("a reduction's result is not a rank-0 buffer of its type");
      if (reduction.op == Op::reduceWith)
        reduceWith(reduction, points, reduced_[r].data(), place.memory->data());
      else
        storeElement(place.memory->data(), 0,
                     evaluateReduction(reduction.op, reduction.type, points, reduced_[r].data()));
    }
  }

  void reduceWith(const Reduction& reduction, std::int64_t points, const void* elements,
                  void* result) {
    const auto fields = at(reduction.fields());
    const std::span identity(reduction.identity.data(), fields);
    const std::span combined(reduction.combined.data(), fields);
    const auto valueOf = [&](std::int32_t id, int) { return values_.at(at(id)); };
    try {
      evaluateReduction(makeCombiner(reduction.type, combinerBody(loop_.body, combined), identity,
                                     combined, valueOf),
                        points, elements, result);
    } catch (const ElementFailure& failure) {
      note(failure.ordinal, failure.index);
    }
  }

  const Loop& loop_;
  std::vector<Place>& places_;
  const Extents& symbols_;
  const std::vector<Scalar>& numbers_;
  Failure& failure_;
  Extents extents_;
  std::vector<std::int32_t> combiner_;  // by instruction
  std::vector<Scalar> values_;          // by instruction
  std::vector<std::vector<std::byte>> reduced_;
  std::int64_t point_ = 0;
  std::vector<std::int64_t> coordinate_;
};

class Interpreter {
 public:
  Interpreter(const ParallelProgram& program, const std::vector<ArrayView>& inputs,
              const std::vector<Scalar>& numbers)
      : program_(program),
        numbers_(numbers),
        symbols_(evaluateSymbols(program.symbols, inputs, numbers)),
        own_(program.buffers.size()),
        blocks_(at(program.blocks)) {
    for (std::size_t id = 0; id < program.buffers.size(); ++id) place(id, inputs);
  }

  std::vector<ArrayValue> run() {
    Failure failure;
    for (const Loop& loop : program_.loops)
      LoopRun(loop, places_, symbols_, numbers_, failure).run();
    if (failure) throw ElementFailure(failure->first, failure->second);
    std::vector<ArrayValue> results;
    for (BufferId id : program_.outputs) {
      const Place& from = places_.at(at(id));
      results.push_back({from.type, from.extents, *from.memory});
    }
    return results;
  }

 private:
  // Fresh memory is filled with a pattern, so that reading what nobody wrote is seen.
  void place(std::size_t id, const std::vector<ArrayView>& inputs) {
    const Buffer& buffer = program_.buffers[id];
    Place place{buffer.type, {}, &own_[id]};
    for (Symbol s : buffer.dims) place.extents.push_back(symbols_.at(at(s)));
    const std::size_t bytes = static_cast<std::size_t>(product(place.extents)) * sizeOf(place.type);
    if (buffer.kind == Buffer::Kind::temporary && buffer.block != none)
      place.memory = &blocks_.at(at(buffer.block));
    constexpr std::byte unwritten{0x01};  // a valid bool, a strange float
    place.memory->resize(std::max(place.memory->size(), bytes), unwritten);
    if (buffer.kind == Buffer::Kind::input) {
      const ArrayView& view = inputs.at(at(buffer.slot));
      if (view.type != place.type || view.extents != place.extents)
        throw InternalError("input " + std::to_string(buffer.slot) + " has another type or shape");
      const auto* data = static_cast<const std::byte*>(view.data);
      std::copy(data, data + bytes, place.memory->begin());
    }
    places_.push_back(std::move(place));
  }

  const ParallelProgram& program_;
  const std::vector<Scalar>& numbers_;
  const Extents symbols_;
  std::vector<std::vector<std::byte>> own_;     // by buffer
  std::vector<std::vector<std::byte>> blocks_;  // of temporaries
  std::vector<Place> places_;                   // by buffer
};

}  // namespace

std::vector<ArrayValue> interpret(const ParallelProgram& program,
                                  const std::vector<ArrayView>& inputs,
                                  const std::vector<Scalar>& numbers) {
  return Interpreter(program, inputs, numbers).run();
}

}  // namespace parax::ir

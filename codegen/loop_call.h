// One run of a loop: memory for partial results, its units, and what follows them. The caller says
// where memory comes from, and runs ranges of units on its threads.
#pragma once

#include <memory>
#include <vector>

#include "codegen/partials.h"
#include "codegen/scan_totals.h"
#include "codegen/units.h"

namespace parax::codegen {

template <class ValueOf>
class LoopCall {
 public:
  // valueOf(symbol): its value in this call.
  LoopCall(const ir::ParallelProgram& program, const SlotLayout& layout, const Code& code,
           std::size_t loop, std::uint64_t* slots, int threads, const ValueOf& valueOf)
      : program_(program),
        layout_(layout),
        code_(code),
        number_(static_cast<int>(loop)),
        loop_(program.loops[loop]),
        slots_(slots),
        valueOf_(valueOf),
        units_(loop_, code.info[loop], threads, valueOf) {}

  const LoopUnits& units() const { return units_; }

  // Before any loop runs; void* allocate(bytes).
  template <class Allocate>
  void bind(const Allocate& allocate) {
    bindPrefixes(allocate);
    if (loop_.body().reductions.empty()) return;
    slot(layout_.line(number_)) = static_cast<std::uint64_t>(units_.level().length);
    slot(layout_.strip(number_)) = static_cast<std::uint64_t>(units_.strip());
    slot(layout_.classes(number_)) = static_cast<std::uint64_t>(units_.classes());
    forEachReduction([&](const ir::Reduction& r, const ReductionEnd& end, int k) {
      void* memory = result(r);
      if (!end.isDone())
        memory = allocate(static_cast<std::size_t>(units_.partials()) * sizeOf(r.type));
      slot(layout_.partial(number_, k)) = reinterpret_cast<std::uint64_t>(memory);
    });
  }

  // team(count, grain, work, f): f(begin, end) for disjoint ranges that together are 0 to count;
  // all of them take as long as `work` points.
  template <class Team>
  void run(const Team& team, std::int64_t flags) {
    if (isLongScan()) {
      runUnits(team, totalsFlag);
      team(units_.level().lines, std::int64_t{1}, workOf(units_.count()),
           [this](std::int64_t begin, std::int64_t end) { scanTotals(begin, end); });
    }
    runUnits(team, flags);
    forEachReduction([&](const ir::Reduction& r, const ReductionEnd& last, int k) {
      if (last.isDone() && units_.points() > 0) return;
      void* partial = reinterpret_cast<void*>(slot(layout_.partial(number_, k)));
      constexpr std::int64_t grain = 64;
      team(units_.outputs(), grain, workOf(units_.partials()),
           [&, to = result(r)](std::int64_t begin, std::int64_t end) {
        last.run(begin, end, partial, to);
      });
    });
  }

 private:
  // Of values that are combined one by one.
  static std::int64_t workOf(std::int64_t values) { return 4 * values; }

  template <class Team>
  void runUnits(const Team& team, std::int64_t flags) {
    const RangeFunction function = code_.loops[static_cast<std::size_t>(number_)];
    if (units_.points() == 0) return;
    if (code_.info[static_cast<std::size_t>(number_)].form == LoopForm::tiles) {
      const std::int64_t bytes = localBytes(program_, loop_, valueOf_);
      team(units_.count(), units_.grain(), units_.points(),
           [=, this](std::int64_t begin, std::int64_t end) { runTiles(begin, end, flags, bytes); });
      return;
    }
    team(units_.count(), units_.grain(), units_.points(),
         [=, this](std::int64_t begin, std::int64_t end) { function(begin, end, slots_, flags); });
  }

  // Each thread has memory of its own for what nobody sees outside.
  void runTiles(std::int64_t begin, std::int64_t end, std::int64_t flags, std::int64_t bytes) {
    const auto memory =
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes + localAlign));
    std::vector<std::uint64_t> slots(slots_, slots_ + layout_.count);
    const auto address = reinterpret_cast<std::uint64_t>(memory.get());
    slots[static_cast<std::size_t>(layout_.scratch)] =
        (address + localAlign - 1) / localAlign * localAlign;
    code_.loops[static_cast<std::size_t>(number_)](begin, end, slots.data(), flags);
  }

  // Do blocks follow upon others?
  bool isLongScan() const {
    return code_.info[static_cast<std::size_t>(number_)].form == LoopForm::scan &&
           units_.level().blocksPerLine() > 1;
  }

  template <class F>
  void forEachPrefix(const F& f) {
    int k = 0;
    for (const ir::Inst& inst : loop_.body().insts)
      if (isPrefix(inst)) f(inst, slot(layout_.prefix(number_, k++)));
  }

  template <class Allocate>
  void bindPrefixes(const Allocate& allocate) {
    if (!isLongScan()) return;
    forEachPrefix([&](const ir::Inst& inst, std::uint64_t& memory) {
      memory = reinterpret_cast<std::uint64_t>(
          allocate(static_cast<std::size_t>(units_.count() * scanValues) * sizeOf(inst.type)));
    });
  }

  // Of the rows [begin, end).
  void scanTotals(std::int64_t begin, std::int64_t end) {
    const std::int64_t blocks = units_.level().blocksPerLine();
    forEachPrefix([&](const ir::Inst& inst, std::uint64_t memory) {
      visitScalarType(inst.type, [&]<class T>(T*) {
        T* const values = reinterpret_cast<T*>(memory) + begin * blocks * scanValues;
        for (std::int64_t row = 0; row < end - begin; ++row)
          scanBlockTotals<T>(inst.reduction, blocks, values + row * blocks * scanValues);
      });
    });
  }

  std::uint64_t& slot(int k) { return slots_[k]; }
  void* result(const ir::Reduction& r) {
    return reinterpret_cast<void*>(slot(layout_.buffer(r.into.buffer)));
  }

  template <class F>
  void forEachReduction(const F& f) {
    const auto& reductions = loop_.body().reductions;
    for (std::size_t k = 0; k < reductions.size(); ++k) {
      const OutputPlaces places(program_, loop_, reductions[k].into, valueOf_);
      f(reductions[k],
        ReductionEnd(reductions[k], units_, places,
                     code_.combiners[static_cast<std::size_t>(number_)][k], slots_),
        static_cast<int>(k));
    }
  }

  const ir::ParallelProgram& program_;
  const SlotLayout& layout_;
  const Code& code_;
  int number_;
  const ir::Loop& loop_;
  std::uint64_t* slots_;
  const ValueOf& valueOf_;
  LoopUnits units_;
};

}  // namespace parax::codegen

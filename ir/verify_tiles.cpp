// Lags, growths and rings: a row of a local is computed before it is loaded, and not yet replaced.
#include "ir/verify_tiles.h"

#include <algorithm>
#include <optional>

namespace parax::ir {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// One turn of a stage.
struct Instance {
  std::size_t stage;
  std::int32_t turn;
  friend auto operator<=>(const Instance&, const Instance&) = default;
};

class TileCheck {
 public:
  TileCheck(const ParallelProgram& program, const Loop& loop) : program_(program), loop_(loop) {}

  bool run() const {
    for (std::size_t s = 0; s < loop_.stages.size(); ++s)
      for (std::int32_t t = 0; t < loop_.stages[s].turns; ++t)
        for (const Piece& piece : loop_.stages[s].pieces)
          for (const Inst& inst : piece.body.insts)
            if (!instFits({s, t}, piece.body, inst)) return false;
    return true;
  }

 private:
  bool instFits(const Instance& instance, const Body& body, const Inst& inst) const {
    if (inst.op != Op::load && inst.op != Op::store) return true;
    const Access& access = body.accesses[at(inst.access)];
    if (program_.buffers[at(access.buffer)].kind != Buffer::Kind::local) return true;
    return inst.op == Op::load ? loadFits(instance, access) : storeFits(access, instance.turn);
  }

  const Stage& stageOf(const Instance& i) const { return loop_.stages[i.stage]; }
  std::int32_t lagOf(const Instance& i) const {
    return stageOf(i).lag + i.turn * stageOf(i).lagPerTurn;
  }
  Growth growthOf(const Instance& i, std::size_t d) const {
    if (stageOf(i).grow.empty()) return {};
    Growth grow = stageOf(i).grow[d];
    grow.below = std::max(grow.below - i.turn * grow.less, 0);
    grow.above = std::max(grow.above - i.turn * grow.less, 0);
    return grow;
  }

  bool hasTurns(const Buffer& local) const {
    return at(local.dims.rank()) == loop_.space.size() + 1;
  }

  // Which turn's plane an access means; none: it is no turn plus a constant.
  static std::optional<std::int64_t> planeOf(const Index& index, std::int32_t turn) {
    if (!isPlane(index)) return std::nullopt;
    return index.terms.empty() ? index.constant : turn + index.constant;
  }

  // How many there are does not depend on the call.
  bool planeExists(const Buffer& local, std::optional<std::int64_t> plane) const {
    const Size& planes = program_.sizes[at(local.dims[0])];
    return plane && planes.kind == Size::Kind::literal && *plane >= 0 && *plane < planes.value;
  }

  // A local has the dims of the space; each point stores its own element.
  bool storeFits(const Access& access, std::int32_t turn) const {
    const Buffer& buffer = program_.buffers[at(access.buffer)];
    const std::size_t first = hasTurns(buffer) ? 1 : 0;
    if (access.at.size() != loop_.space.size() + first) return false;
    if (first == 1 && !planeExists(buffer, planeOf(access.at[0], turn))) return false;
    for (std::size_t d = 0; d < loop_.space.size(); ++d)
      if (access.at[first + d] != Index::of(static_cast<std::int32_t>(d)) ||
          buffer.dims[static_cast<int>(first + d)] != loop_.space[d].hi)
        return false;
    return true;
  }

  // The instance that stores what the access loads.
  std::optional<Instance> writerOf(const Access& access, std::int32_t turn) const {
    const bool turns = hasTurns(program_.buffers[at(access.buffer)]);
    for (std::size_t s = 0; s < loop_.stages.size(); ++s)
      for (std::int32_t t = 0; t < loop_.stages[s].turns; ++t)
        for (const Piece& piece : loop_.stages[s].pieces)
          for (const Inst& inst : piece.body.insts) {
            if (inst.op != Op::store) continue;
            const Access& stored = piece.body.accesses[at(inst.access)];
            if (stored.buffer != access.buffer) continue;
            if (!turns ||
                (planeOf(stored.at[0], t) == planeOf(access.at[0], turn) && isPlane(access.at[0])))
              return Instance{s, t};
          }
    return std::nullopt;
  }

  bool loadFits(const Instance& reader, const Access& access) const {
    const Buffer& buffer = program_.buffers[at(access.buffer)];
    const std::size_t first = hasTurns(buffer) ? 1 : 0;
    if (access.at.size() != loop_.space.size() + first) return false;
    const auto writer = writerOf(access, reader.turn);
    if (!writer || !(*writer < reader)) return false;
    for (std::size_t d = 0; d < loop_.space.size(); ++d)
      if (!dimFits(reader, *writer, buffer, access.at[first + d], d)) return false;
    return true;
  }

  bool dimFits(const Instance& reader, const Instance& writer, const Buffer& buffer,
               const Index& index, std::size_t d) const {
    const bool offset = index.terms.size() == 1 && index.terms[0] == Term{static_cast<int>(d), 1} &&
                        index.shift == noSymbol && index.edge == Edge::inside;
    if (!offset) return false;
    const std::int64_t by = index.constant;
    if (d == at(loop_.schedule.walk)) {
      const std::int64_t behind = lagOf(reader) - lagOf(writer);
      if (by > behind) return false;
      if (buffer.ring > 0 && behind - by + 1 > buffer.ring) return false;
    }
    if (loop_.schedule.tile[d] == 0) return true;
    const Growth wants = growthOf(reader, d), has = growthOf(writer, d);
    return wants.below + std::max<std::int64_t>(-by, 0) <= has.below &&
           wants.above + std::max<std::int64_t>(by, 0) <= has.above;
  }

  const ParallelProgram& program_;
  const Loop& loop_;
};

}  // namespace

bool isPlane(const Index& index) {
  const bool counts =
      index.terms.empty() || (index.terms.size() == 1 && index.terms[0] == Term{turnIndex, 1});
  return counts && index.shift == noSymbol && index.edge == Edge::inside;
}

bool tilesFit(const ParallelProgram& program) {
  return std::all_of(program.loops.begin(), program.loops.end(), [&](const Loop& loop) {
    return loop.schedule.tile.empty() || TileCheck(program, loop).run();
  });
}

}  // namespace parax::ir

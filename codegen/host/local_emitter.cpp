// Addresses of locals are relative to the tile.
#include "codegen/host/local_emitter.h"

#include "codegen/tiles.h"

namespace parax::codegen::host {

using llvm::Value;

namespace {

bool isLocal(const ir::Buffer& buffer) { return buffer.kind == ir::Buffer::Kind::local; }

}  // namespace

Value* LocalEmitter::extent(const ir::Buffer& buffer, int k) {
  if (!isLocal(buffer)) return symbol_(buffer.dims[k]);
  const LocalExtent kept = localExtent(whole_, buffer, k);
  return kept.symbol == ir::noSymbol ? c_.i64(kept.number) : symbol_(kept.symbol);
}

Value* LocalEmitter::elementsFrom(const ir::Buffer& buffer, int k) {
  Value* count = c_.i64(1);
  for (; k < buffer.dims.rank(); ++k) count = c_.b.CreateMul(count, extent(buffer, k));
  return count;
}

Value* LocalEmitter::pointer(ir::BufferId local) {
  Builder& b = c_.b;
  Value* pointer = c_.slot(c_.unit.layout.scratch, b.getPtrTy());
  for (ir::BufferId id : localsOf(c_.unit.program, whole_)) {
    const ir::Buffer& buffer = c_.unit.program.buffers[id];
    Value* elements = elementsFrom(buffer, 0);  // also of the last one: tiles find symbols loaded
    if (id >= local) continue;
    Value* bytes = b.CreateMul(elements, c_.i64(static_cast<std::int64_t>(sizeOf(buffer.type))));
    bytes = b.CreateAnd(b.CreateAdd(bytes, c_.i64(localAlign - 1)), c_.i64(-localAlign));
    pointer = b.CreateGEP(b.getInt8Ty(), pointer, bytes);
  }
  return pointer;
}

bool LocalEmitter::isRingAlong(const ir::Buffer& buffer, int d) const {
  return isLocal(buffer) && d == whole_.schedule.walk && isRing(whole_, buffer);
}

void LocalEmitter::place(const std::vector<Value*>& tile) {
  Builder& b = c_.b;
  for (std::size_t a = 0; a < c_.accesses.size(); ++a) {
    const ir::Access& access = c_.loop.body().accesses[a];
    const ir::Buffer& local = c_.unit.program.buffers[access.buffer];
    if (!isLocal(local)) continue;
    Value* start = c_.i64(0);
    for (int k = 0; k < local.dims.rank(); ++k) {
      const int d = spaceDim(whole_, local, k);
      Value* at = c_.i64(access.at[k].constant);
      const bool ring = isRingAlong(local, d);
      if (d >= 0 && !ring && tile[d])
        at = b.CreateSub(b.CreateAdd(at, c_.i64(mostGrowth(whole_, d).below)), tile[d]);
      else if (d >= 0 && c_.lows[d])
        at = b.CreateAdd(at, c_.lows[d]);
      if (ring)
        c_.accesses[a].ring.first = at;
      else
        start = b.CreateAdd(start, b.CreateMul(at, elementsFrom(local, k + 1)));
    }
    c_.accesses[a].start = start;
  }
}

}  // namespace parax::codegen::host

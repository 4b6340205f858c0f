// What Parax did since the snapshot was taken.
#pragma once

#include <gtest/gtest.h>
#include <parax/parax.h>

namespace parax::structure {

class Since {
 public:
  std::uint64_t recordings() const { return stats().recordings - before_.recordings; }
  std::uint64_t replays() const { return stats().replays - before_.replays; }
  std::uint64_t compilations() const { return stats().compilations - before_.compilations; }
  std::uint64_t cacheHits() const { return stats().cacheHits - before_.cacheHits; }
  std::uint64_t loops() const { return stats().loops - before_.loops; }
  std::uint64_t allocations() const { return stats().allocations - before_.allocations; }
  std::uint64_t allocatedBytes() const { return stats().allocatedBytes - before_.allocatedBytes; }
  std::uint64_t libraryOps() const { return stats().libraryOps - before_.libraryOps; }

 private:
  Stats before_ = stats();
};

inline const Options compiled{.mode = Mode::compile, .fma = true, .checked = false};

}  // namespace parax::structure

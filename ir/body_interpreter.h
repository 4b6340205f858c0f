// Runs a body point by point, for the reference interpreter of parallel IR.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ir/failure.h"
#include "ir/parallel.h"
#include "parax/core/scalar.h"

namespace parax::ir {

// A buffer of the program with its place in memory.
struct Place {
  ElementType type;
  std::vector<std::int64_t> extents;
  std::vector<std::byte>* memory;
};

// What all bodies of a program read.
struct BodyContext {
  std::vector<Place>& places;
  const std::vector<std::int64_t>& symbols;
  const std::vector<Scalar>& numbers;
  std::optional<Failure>& failure;  // the smallest noted so far
  std::int64_t turn = 0;            // of the repeat

  void note(Failure failed) {
    failed.turn = turn;
    if (!failure || failed < *failure) failure = failed;
  }
};

class BodyRun {
 public:
  BodyRun(const Body& body, BodyContext& context);

  // What does not depend on the point; else the first point runs it.
  void runHoisted();
  // `point` is its number in row-major order.
  void run(std::span<const std::int64_t> coordinate, std::int64_t stageTurn, std::int64_t point);
  void startRow();  // scans begin anew

  const Scalar& value(std::int32_t id) const { return values_[static_cast<std::size_t>(id)]; }
  const std::vector<Scalar>& values() const { return values_; }
  // The element that an access means at this point, in row-major order; none: outside of the
  // buffer.
  std::optional<std::int64_t> element(const Access& access, std::span<const std::int32_t> operands,
                                      std::int32_t ordinal);

 private:
  class ScanRun;
  std::int32_t runFrom(std::int32_t at, std::int32_t end);
  std::int64_t indexOf(const Index& index, std::span<const std::int32_t> operands) const;
  bool isActive(const Inst& inst) const { return inst.when == none || value(inst.when).as<bool>(); }
  void execute(std::int32_t id);
  void pointwise(const Inst& inst, Scalar& result);
  void load(const Inst& inst, Scalar& result);
  void store(const Inst& inst);
  void own(std::int32_t id);
  void branch(std::int32_t id);
  void repeat(std::int32_t id);
  void repeatWhile(std::int32_t id);
  void reduceOver(std::int32_t id);
  // Runs the region at `first` with these parameters; false: a `continue` left it.
  bool region(std::int32_t first, std::vector<Scalar> params, std::vector<Scalar>& yielded);

  const Body& body_;
  BodyContext& context_;
  std::vector<std::int32_t> combiner_;        // by instruction
  std::vector<Scalar> values_;                // by instruction
  std::vector<std::vector<Scalar>> results_;  // of the owners of regions
  std::vector<std::shared_ptr<ScanRun>> scans_;
  std::span<const std::int64_t> coordinate_;
  std::int64_t stageTurn_ = 0, point_ = 0;
  bool isPrepared_ = false;
  const std::vector<Scalar>* params_ = nullptr;
};

}  // namespace parax::ir

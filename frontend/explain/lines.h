// The operations of a loop by source line: what text and page have in common.
#pragma once

#include <string>
#include <vector>

#include "parax/explain.h"

namespace parax::detail {

struct LineReport {
  std::string path, file;
  int line = 0;
  std::vector<std::string> operations;
  std::int64_t saved = 0;   // bytes that vanished arrays did not move
  std::int64_t kept = 0;    // bytes of arrays kept for later loops
  std::int64_t result = 0;  // bytes of results
  std::vector<int> loops;   // only in linesOf(program)
};

std::vector<LineReport> linesOf(const ProgramReport& program, std::size_t loop);
// Of all loops, and of operations in none; in the order of files and lines.
std::vector<LineReport> linesOf(const ProgramReport& program);

// "*, sum"; many operations are counted: "400 x *, 400 x +".
std::string operationsText(const LineReport& line);

std::string notesText(const LineReport& line);  // "saves 64 bytes, keeps 32 bytes"

}  // namespace parax::detail

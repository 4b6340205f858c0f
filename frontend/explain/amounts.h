// How the reports write amounts and places.
#pragma once

#include <cstdint>
#include <string>

#include "frontend/words.h"
#include "parax/explain.h"

namespace parax::detail {

std::string fileName(const std::string& path);  // without folders

std::string counted(std::int64_t count, const std::string& what);  // "1 loop", "2 loops"
std::string bytesText(std::int64_t bytes);                         // "96 bytes", "48.0 MB"
std::string countText(std::int64_t count);                         // "960", "1.20 G"
std::string flopsText(const LoopReport& loop);                     // "1 flop", "1.20 G flops"
std::string milliseconds(double microseconds);                     // "5.88"
std::string durationText(double microseconds);                     // "5.88 ms", "37.1 us"
std::string placeText(const OperationReport& operation);           // "blur.cpp:12"

// "8*n = 480 MB"; just the value where the formula says no more.
std::string amountText(const AmountReport& amount, std::string (*text)(std::int64_t));

std::string spaceText(const LoopReport& loop);   // "over [n, n2]", "runs once"
std::string vectorText(const LoopReport& loop);  // "8 lanes, unrolled 4x", "scalar", "interpreted"
std::string threadText(const LoopReport& loop);  // "2 threads", "1 thread: it runs once"
std::string timeText(const LoopReport& loop);    // "1.23 ms, 11.4 GB/s"; "" if it was not measured
std::string noLoopsText(const ProgramReport& program);  // why there are none

}  // namespace parax::detail

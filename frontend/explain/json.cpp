// The report as JSON, by the names of the C++ fields.
#include <charconv>

#include "frontend/explain/markup.h"
#include "parax/explain.h"

namespace parax {
namespace {

std::string value(const std::string& text) {
  std::string out = "\"";
  for (char c : detail::printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}
std::string value(bool truth) { return truth ? "true" : "false"; }
std::string value(int number) { return std::to_string(number); }
std::string value(std::int64_t number) { return std::to_string(number); }
std::string value(std::uint64_t number) { return std::to_string(number); }
std::string value(double number) {
  char text[32];
  return {text, std::to_chars(std::begin(text), std::end(text), number).ptr};
}
std::string value(OperationReport::Fate fate) {
  constexpr const char* names[] = {"value", "result", "kept", "vanished", "unused"};
  return value(std::string(names[static_cast<int>(fate)]));
}

std::string value(const AmountReport& amount);
std::string value(const SizeReport& size);
std::string value(const InputReport& input);
std::string value(const OperationReport& operation);
std::string value(const LoopReport& loop);
std::string value(const RefusalReport& refusal);
std::string value(const PhaseReport& phase);
std::string value(const ProgramReport& program);

template <class T>
std::string value(const ReportList<T>& list) {
  std::string out = "[";
  for (const T& item : list) out += (out.size() > 1 ? ", " : "") + value(item);
  return out + "]";
}

class Object {
 public:
  template <class T>
  Object& add(const char* name, const T& field) {
    out_ += (out_.size() > 1 ? ", \"" : "\"") + std::string(name) + "\": " + value(field);
    return *this;
  }
  std::string take() { return std::move(out_) + "}"; }

 private:
  std::string out_ = "{";
};

// The name of a field and the field.
#define FIELD(field) add(#field, of.field)

std::string value(const AmountReport& of) { return Object().FIELD(formula).FIELD(value).take(); }

std::string value(const SizeReport& of) {
  return Object().FIELD(name).FIELD(value).FIELD(source).take();
}

std::string value(const InputReport& of) {
  return Object().FIELD(name).FIELD(type).FIELD(shape).take();
}

std::string value(const OperationReport& of) {
  return Object()
      .FIELD(operation)
      .FIELD(expression)
      .FIELD(file)
      .FIELD(line)
      .FIELD(path)
      .FIELD(otherLine)
      .FIELD(type)
      .FIELD(shape)
      .FIELD(fate)
      .FIELD(index)
      .FIELD(fusedInto)
      .FIELD(unfused)
      .FIELD(readers)
      .FIELD(bytes)
      .FIELD(operands)
      .FIELD(loops)
      .take();
}

std::string value(const LoopReport& of) {
  return Object()
      .FIELD(operations)
      .FIELD(space)
      .FIELD(points)
      .FIELD(bytes)
      .FIELD(flops)
      .FIELD(vectorLanes)
      .FIELD(unroll)
      .FIELD(scalarReason)
      .FIELD(oneByOne)
      .FIELD(parallel)
      .FIELD(threads)
      .FIELD(serialReason)
      .FIELD(streaming)
      .FIELD(streams)
      .FIELD(reductions)
      .FIELD(microseconds)
      .FIELD(timedRuns)
      .FIELD(loads)
      .FIELD(stores)
      .FIELD(bytesPerPoint)
      .FIELD(flopsPerPoint)
      .FIELD(cyclesPerPoint)
      .FIELD(reads)
      .FIELD(writes)
      .take();
}

std::string value(const RefusalReport& of) {
  return Object()
      .FIELD(first)
      .FIELD(second)
      .FIELD(reason)
      .FIELD(essential)
      .FIELD(bytes)
      .FIELD(firstLoop)
      .FIELD(secondLoop)
      .take();
}

std::string value(const PhaseReport& of) { return Object().FIELD(name).FIELD(microseconds).take(); }

std::string value(const ProgramReport& of) {
  return Object()
      .FIELD(sizes)
      .FIELD(inputs)
      .FIELD(operations)
      .FIELD(loops)
      .FIELD(refusals)
      .FIELD(phases)
      .FIELD(passes)
      .FIELD(recordedOperations)
      .FIELD(arraysVanished)
      .FIELD(arraysUnused)
      .FIELD(temporaries)
      .FIELD(results)
      .FIELD(bytes)
      .FIELD(bytesSaved)
      .FIELD(flops)
      .FIELD(name)
      .FIELD(cacheHit)
      .FIELD(cacheReason)
      .FIELD(compileMicroseconds)
      .FIELD(endedBy)
      .take();
}

}  // namespace

std::string Explanation::json() const {
  const Explanation& of = *this;
  return Object()
             .FIELD(programs)
             .FIELD(mode)
             .FIELD(modeReason)
             .FIELD(file)
             .FIELD(line)
             .FIELD(replayable)
             .FIELD(whyNot)
             .FIELD(calls)
             .FIELD(replays)
             .take() +
         "\n";
}
#undef FIELD

}  // namespace parax

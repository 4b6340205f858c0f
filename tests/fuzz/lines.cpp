// One line per statement: the list must stay one entry a line.
#include "tests/fuzz/lines.h"

namespace parax::fuzz {
namespace {

const SourceLocation lines[maxStatements] = {
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
    SourceLocation::current(),  //
};

}  // namespace

const SourceLocation& lineOf(std::size_t statement) { return lines[statement % maxStatements]; }

}  // namespace parax::fuzz

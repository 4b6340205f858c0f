#include "parax/explain.h"
namespace parax {
std::string Explanation::html() const { return ""; }
void Explanation::writeHtml(const std::string&, SourceLocation) const {}
}  // namespace parax

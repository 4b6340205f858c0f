// explain as a page: well-formed whatever the program, nothing of the user's is markup.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "snapshot.h"

namespace parax::structure {
namespace {

// The first thing that is not well-formed, or "".
std::string flawOf(const std::string& page) {
  const std::string doctype = "<!DOCTYPE html>\n";
  if (!page.starts_with(doctype)) return "no doctype";
  std::vector<std::string> open;
  for (std::size_t at = doctype.size(); at < page.size(); ++at) {
    if (page[at] == '>') return "a '>' outside of a tag: " + page.substr(at, 40);
    if (page[at] == '&') {
      const std::string name = page.substr(at, page.find(';', at) - at + 1);
      if (name != "&lt;" && name != "&gt;" && name != "&amp;" && name != "&quot;") return name;
    }
    if (page[at] != '<') continue;
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    const std::string tag = page.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "a '<' inside of a tag: " + tag;
    if (std::count(tag.begin(), tag.end(), '"') % 2) return "an odd quote: " + tag;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return "closed out of turn: " + tag;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

struct Rect {
  double x, y, width, height;
};

double attribute(const std::string& tag, const std::string& name) {
  const std::size_t at = tag.find(" " + name + "=\"");
  return at == std::string::npos ? 0 : std::stod(tag.substr(at + name.size() + 3));
}

// Nodes of one picture never lie on each other.
void checkNodes(const std::string& page) {
  std::size_t count = 0;
  for (std::size_t svg = page.find("<svg"); svg != std::string::npos;
       svg = page.find("<svg", svg + 1)) {
    const std::size_t end = page.find("</svg>", svg);
    std::vector<Rect> nodes;
    for (std::size_t g = page.find("class=\"node", svg); g < end;
         g = page.find("class=\"node", g + 1)) {
      const std::size_t at = page.find("<rect", g);
      const std::string tag = page.substr(at, page.find('>', at) - at);
      nodes.push_back({attribute(tag, "x"), attribute(tag, "y"), attribute(tag, "width"),
                       attribute(tag, "height")});
    }
    count += nodes.size();
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const Rect &p = nodes[a], &q = nodes[b];
        EXPECT_FALSE(p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height &&
                     q.y < p.y + p.height)
            << "nodes " << b << " and " << a;
      }
  }
  EXPECT_GT(count, 0u);
}

bool has(const std::string& page, const std::string& part) {
  return page.find(part) != std::string::npos;
}

template <class F, class... Args>
std::string pageOf(F f, const Args&... args) {
  const auto g = acc(f, compiled);
  g(args...);
  const std::string page = explain(g).html();
  EXPECT_EQ(flawOf(page), "");
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_FALSE(has(page, "href="));
  EXPECT_FALSE(has(page, "src="));
  return page;
}

const Array<double> x{1, 2, 3, 4, 5};

TEST(ExplainPage, TheCheckerSeesFlaws) {
  const std::string begin = "<!DOCTYPE html>\n";
  EXPECT_EQ(flawOf(begin + "<p class=\"a\">x &lt; y</p><br/>"), "");
  for (const char* broken :
       {"<p>", "<p></b>", "x > y", "<p>a & b</p>", "<p a=\"></p>", "<p <b></p>"})
    EXPECT_NE(flawOf(begin + broken), "") << broken;
}

TEST(ExplainPage, PicturesTablesAndTimes) {
  const std::string page = pageOf([](Array<double> a, Value<double> n) {
    const auto centred = a - sum(a) / n;
    return centred / sqrt(sum(centred * centred) / n);
  }, x, 5);
  checkNodes(page);
  EXPECT_TRUE(has(page, "Before: one loop per operation"));
  EXPECT_TRUE(has(page, "After: 5 loops"));
  EXPECT_TRUE(has(page, "line vanished"));
  EXPECT_TRUE(has(page, "line stored refused")) << "an array that is kept";
  EXPECT_TRUE(has(page, "line value waits")) << "the sum";
  EXPECT_TRUE(has(page, "Has to wait, in any program"));
  EXPECT_TRUE(has(page, "class=\"mark refused\""));
  EXPECT_TRUE(has(page, "explain_page_test.cpp:"));
  EXPECT_TRUE(has(page, "generate machine code"));
}

TEST(ExplainPage, NumbersAreDrawnAndArgumentsStandInOrder) {
  const std::string page = pageOf([](Array<double> r, Array<double> g, Array<double> b) {
    return r * 0.299 + g * 0.587 + b * 0.114;
  }, x, x, x);
  for (const char* drawn : {">a * 0.299<", ">a * 0.587<", ">a * 0.114<"})
    EXPECT_TRUE(has(page, drawn)) << drawn;
  const auto xOf = [&](int argument) {
    const std::string name = ">argument " + std::to_string(argument) + "<";
    const std::size_t text = page.rfind("<text", page.find(name));
    return attribute(page.substr(text, page.find('>', text) - text), "x");
  };
  EXPECT_LT(xOf(1), xOf(2));
  EXPECT_LT(xOf(2), xOf(3));
}

TEST(ExplainPage, LargeProgramsAreFolded) {
  const std::string page = pageOf([](Array<double> a, Array<double> b) {
    Array<double> t = a;
    for (int k = 0; k < 500; ++k) t = (t + b) / a;
    return t;
  }, x, x);
  EXPECT_LT(page.size(), 300'000u);
  EXPECT_TRUE(has(page, "1000 operations, counted by line"));
  EXPECT_TRUE(has(page, "500 x /"));
  const std::string loops = pageOf([](Array<double> a) {
    for (int k = 0; k < 90; ++k) a = a / sum(a);
    return a;
  }, x);
  EXPECT_LT(loops.size(), 500'000u);
  EXPECT_TRUE(has(loops, "the first 40 of 91 loops are drawn"));
  checkNodes(loops);
}

TEST(ExplainPage, EveryKindOfProgram) {
  EXPECT_TRUE(has(pageOf([](Array<double> a) { return a; }, x), "no array operation was recorded"));
  const std::string segments = pageOf([](Array<double> a) {
    const double total = sum(a).get();
    return a / total;
  }, x);
  EXPECT_TRUE(has(segments, "Segment 1 of 2"));
  EXPECT_TRUE(has(segments, "a number was read back"));
  checkNodes(pageOf([](Array<double> a, Array<double, 2> m, Value<double> k) {
    return std::tuple(a * k, max(m + a), select(m > a, m, k), exp(k));
  }, x, zeros<double>(3, 5), 2));
  const auto f = [](Array<double> a) { return a + a; };
  const auto interpreted = acc(f, Options{.mode = Mode::interpret});
  interpreted(x);
  EXPECT_EQ(flawOf(explain(interpreted).html()), "");
  EXPECT_TRUE(has(explain(interpreted).html(), "reference interpreter"));
  const auto library = acc(f, Options{.mode = Mode::library});
  library(x);
  EXPECT_EQ(flawOf(explain(library).html()), "");
  EXPECT_TRUE(has(explain(library).html(), "nothing is recorded"));
  EXPECT_TRUE(has(explain(acc(f, compiled)).html(), "Not called yet"));
}

TEST(ExplainPage, TextThatIsNotText) {
  Explanation report;
  report.file = "a\xff\x01\t\xc3\xa4'\xed\xa0\x80";
  report.mode = "library";
  report.modeReason = "</p>";
  EXPECT_EQ(flawOf(report.html()), "");
  EXPECT_TRUE(has(report.html(), "a?? \xc3\xa4'???:0"));
  EXPECT_TRUE(has(report.html(), "&lt;/p&gt;"));
}

TEST(ExplainPage, WritesAFile) {
  const auto f = acc([](Array<double> a) { return a - 3; }, compiled);
  f(x);
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "explain_page.html";
  explain(f).writeHtml(path.string());
  std::ostringstream written;
  written << std::ifstream(path).rdbuf();
  EXPECT_EQ(written.str(), explain(f).html());
  std::filesystem::remove(path);
  try {
    explain(f).writeHtml("no/such/folder/explain.html");
    FAIL();
  } catch (const ArgumentError& error) {
    EXPECT_TRUE(has(error.message(), "no/such/folder/explain.html"));
    EXPECT_EQ(error.where().line(), static_cast<unsigned>(__LINE__ - 4));
  }
}

// Names from here on are the user's at his worst; nothing may follow.
Array<double> strange(Array<double> a) {
#line 7 "folder/a<b>&\"c\".cpp"
  return a * 5 - sum(a);
}

TEST(ExplainPage, FileNamesAreEscaped) {
  const std::string page = pageOf(&strange, x);
  EXPECT_TRUE(has(page, "a&lt;b&gt;&amp;&quot;c&quot;.cpp:7"));
}

}  // namespace
}  // namespace parax::structure

// Calls of accelerated functions: replay if a trace that was kept fits, record otherwise.
#include "parax/core/call.h"

#include <deque>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <utility>

#include "frontend/explain/amounts.h"
#include "frontend/explain/data.h"
#include "frontend/messages.h"
#include "frontend/multiply_adds.h"
#include "frontend/recording/remembered.h"
#include "runtime/counters.h"
#include "runtime/log.h"

namespace parax::detail {
namespace {

constexpr std::size_t maxRemembered = 16;  // recordings per accelerated function
constexpr int maxInlineDepth = 256;

void warnOfLibraryMode(const std::string& whyNot) {
  runtime::warnOnce("no-code-generator", whyNot + "; accelerated functions run in library mode");
}

// Asked at every call.
bool compilerLoads() {
  static const bool loads = [] {
    std::string whyNot;
    const bool works = runtime::loadCompiler(&whyNot);
    if (!works) warnOfLibraryMode(whyNot);
    return works;
  }();
  return loads;
}
[[gnu::tls_model("initial-exec")]] constinit thread_local int inlineDepth = 0;

runtime::ProgramOptions programOptions(const Options& options) {
  return {options.mode == Mode::interpret, options.fastMath, options.checked};
}

}  // namespace

// The cache behind one accelerated function and its copies.
class FunctionCache final : public TraceCache {
 public:
  FunctionCache(const Options& options, bool stateless, const SourceLocation& where)
      : options_(options), stateless_(stateless), where_(where) {
    if (options_.threads < 0)
      throw ArgumentError("acc: Options has " + std::to_string(options_.threads) +
                              " threads: use 0 for as many as there are",
                          where);
    std::string whyNot;
    if (options_.mode == Mode::compile && !runtime::canCompile(&whyNot)) warnOfLibraryMode(whyNot);
  }

  // The code generator is loaded before anything is recorded for it.
  bool records() const override {
    if (options_.mode == Mode::library || Recorder::current()) return false;
    return options_.mode == Mode::interpret || compilerLoads();
  }
  const Options& options() const { return options_; }
  bool stateless() const { return stateless_; }
  // Called inside another accelerated function, whose options hold.
  void warnOfDroppedOptions(bool outerFma, bool outerFastMath) const;
  const SourceLocation& where() const { return where_; }

  std::shared_ptr<const Remembered> find(const void* signature, std::span<const Argument> arguments,
                                         std::span<const std::uint64_t> plain) const {
    const std::shared_lock lock(mutex_);
    for (const auto& entry : remembered_)
      if (entry->fits(signature, arguments, plain)) return entry;
    return nullptr;
  }

  // A plain number that changes at every call would fill the cache with recordings of no use.
  bool worthRemembering(bool hasPlainNumbers) const {
    const std::shared_lock lock(mutex_);
    return !hasPlainNumbers || recordings_ < 2 * maxRemembered ||
           replays_.load(std::memory_order_relaxed) > recordings_ / 2;
  }

  void remember(std::shared_ptr<const Remembered> entry) {
    std::shared_ptr<const Remembered> dropped;  // outlives the lock: it may free arrays and code
    const std::unique_lock lock(mutex_);
    remembered_.push_front(std::move(entry));
    if (remembered_.size() > maxRemembered) {
      dropped = std::move(remembered_.back());
      remembered_.pop_back();
    }
  }

  // Swaps: the caller gets the memory of what was noted before.
  void note(std::vector<Segment>& segments, const std::string& whyNot, const Signature& signature) {
    const std::unique_lock lock(mutex_);
    for (std::size_t k = 0; k < segments.size(); ++k)
      if (segments[k].program.executable && !segments[k].program.hit)
        segments[k].whyCompiled = whyCompiled(latest_, segments, k);
    latest_.swap(segments);
    whyNot_ = whyNot;
    places_ = signature.places;
    ++recordings_;
  }
  void noteReplay() const { replays_.fetch_add(1, std::memory_order_relaxed); }

  Explanation explain() const override {
    const std::shared_lock lock(mutex_);
    Options effective = options_;
    std::string whyNot = "Options or PARAX_MODE ask for it";
    if (options_.mode == Mode::compile && !runtime::canCompile(&whyNot))
      effective.mode = Mode::library;
    Explanation result = explainSegments(latest_, effective, places_);
    if (effective.mode == Mode::library) result.modeReason = whyNot;
    result.file = fileName(where_.file_name());
    result.line = static_cast<int>(where_.line());
    result.replayable = whyNot_.empty() && recordings_ > 0;
    result.whyNot = whyNot_;
    result.replays = replays_.load(std::memory_order_relaxed);
    result.calls = recordings_ + result.replays;
    return result;
  }

 private:
  Options options_;
  bool stateless_;
  SourceLocation where_;
  mutable std::shared_mutex mutex_;
  std::deque<std::shared_ptr<const Remembered>> remembered_;  // newest first
  std::vector<Segment> latest_;
  std::span<const Place> places_;  // of its arguments
  std::string whyNot_;
  std::uint64_t recordings_ = 0;
  mutable std::atomic<std::uint64_t> replays_{0};
};

std::shared_ptr<TraceCache> TraceCache::create(const Options& options, bool stateless,
                                               const SourceLocation& where) {
  return std::make_shared<FunctionCache>(options, stateless, where);
}

// Where the bits would be others than if the function were called alone.
void FunctionCache::warnOfDroppedOptions(bool outerFma, bool outerFastMath) const {
  if (options_.fma == outerFma && options_.fastMath == outerFastMath) return;
  const auto warn = [&](const char* option, bool wanted, bool usual, bool given) {
    if (wanted == given || wanted == usual) return;
    const std::string place = fileName(where_.file_name()) + ":" + std::to_string(where_.line());
    const std::string what = std::string(option) + (wanted ? " = true" : " = false");
    runtime::warnOnce("inner option " + what + place,
                      "Options{." + what + "} of the accelerated function of " + place +
                          " count only where it is called by itself: in another accelerated "
                          "function that one's options hold");
  };
  warn("fma", options_.fma, Options::defaultFma(), outerFma);
  warn("fastMath", options_.fastMath, Options().fastMath, outerFastMath);
}

InlineDepth::InlineDepth(const TraceCache& cache, const SourceLocation& where)
    : counts_(Recorder::current() != nullptr) {
  const auto& inner = static_cast<const FunctionCache&>(cache);
  ThreadContext& thread = threadContext();
  using Forming = MultiplyAddContext::Forming;
  const bool isInside = thread.multiplyAdds.forming != Forming::asEnvironment;
  bool fma = inner.options().fma;
  if (isInside) {
    fma = thread.multiplyAdds.forming == Forming::on;
    inner.warnOfDroppedOptions(
        fma, counts_ ? thread.recorder->options().fastMath : inner.options().fastMath);
  }
  if (counts_) {  // in library mode it is ordinary recursion
    if (!inner.stateless()) thread.recorder->noteStateInside();
    if (inlineDepth >= maxInlineDepth)
      throw ArgumentError("accelerated functions call each other more than " +
                              std::to_string(maxInlineDepth) +
                              " deep: recursion that depends on recorded values cannot end",
                          where);
    ++inlineDepth;
  }
  outer_ = MultiplyAdds::enter(thread, fma);
}
InlineDepth::~InlineDepth() {
  if (counts_) --inlineDepth;
  threadContext().multiplyAdds = outer_;
}

// Everything a call needs, kept by the thread between calls so that warm calls allocate nothing.
struct CallData {
  FunctionCache* cache = nullptr;
  const Signature* signature = nullptr;
  std::vector<Argument> arguments;
  std::vector<std::uint64_t> plain;
  std::vector<Handle*> resultHandles;
  std::vector<Handle> results;
  std::size_t next = 0;
  bool unstable = false;  // something in the arguments or results forbids remembering
  bool active = false;    // between begin and finish
  Recorder recorder;
  CallData* nextSpare = nullptr;
};

namespace {

// What calls of this thread left for the next ones. No constructor or destructor: destructors of
// static and thread-local objects may call after the thread's list is gone.
struct SpareCallData {
  CallData* first;
  bool registered, gone;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local SpareCallData spare{};

struct SpareOwner {
  ~SpareOwner() {
    spare.gone = true;
    while (spare.first) delete std::exchange(spare.first, spare.first->nextSpare);
  }
  void touch() {}
};
thread_local SpareOwner spareOwner;

CallData* takeSpare() {
  if (!spare.first) return new CallData;
  return std::exchange(spare.first, spare.first->nextSpare);
}

void giveSpare(CallData* data) noexcept {
  if (spare.gone) return delete data;
  if (!spare.registered) {
    spare.registered = true;
    spareOwner.touch();
  }
  data->nextSpare = std::exchange(spare.first, data);
}

}  // namespace

Call::Call(TraceCache& cache, const Signature& signature) : data_(takeSpare()) {
  data_->cache = static_cast<FunctionCache*>(&cache);
  data_->signature = &signature;
  data_->unstable = false;
  data_->next = 0;
}

Call::~Call() {
  data_->arguments.clear();
  data_->plain.clear();
  data_->resultHandles.clear();
  data_->results.clear();
  giveSpare(data_);
}

void Call::addArray(Handle& variable, bool inOut) {
  const auto index = static_cast<std::int32_t>(data_->arguments.size());
  if (!variable)
    throw ArgumentError(argumentText(data_->signature->places, index) +
                            " of an accelerated function is an array that was moved from",
                        data_->cache->where());
  requireValue(*variable.state(), data_->cache->where());
  std::int32_t sameAs = index;
  for (std::int32_t k = 0; k < index && sameAs == index; ++k)
    if (data_->arguments[static_cast<std::size_t>(k)].variable == &variable) sameAs = k;
  data_->arguments.push_back({&variable, inOut, sameAs, {}, {}, {}});
}

void Call::addNumberBits(std::uint64_t bits, bool unstable) {
  data_->plain.push_back(bits);
  data_->unstable |= unstable;
}

bool Call::replay() {
  const auto entry = data_->unstable
                         ? nullptr
                         : data_->cache->find(data_->signature, data_->arguments, data_->plain);
  if (!entry) return false;
  try {
    entry->replay(data_->arguments, data_->cache->options().threads, data_->results);
  } catch (const std::bad_alloc&) {
    throw outOfMemory(data_->cache->where());
  }
  data_->cache->noteReplay();
  runtime::count(runtime::Counter::replays);
  return true;
}

Handle Call::nextResult() { return std::move(data_->results[data_->next++]); }

void Call::addResult(Handle& result) { data_->resultHandles.push_back(&result); }
void Call::addPlainResult() { data_->unstable = true; }

void Call::begin() {
  const Options& options = data_->cache->options();
  data_->recorder.start(programOptions(options), options.fma, options.threads, data_->arguments);
  data_->active = true;
  for (std::size_t k = 0; k < data_->arguments.size(); ++k) {
    Argument& argument = data_->arguments[k];
    if (argument.sameAs != static_cast<std::int32_t>(k)) {
      data_->recorder.addSameArgument(argument.sameAs);
      continue;
    }
    argument.original = std::move(*argument.variable);
    if (argument.original.state()->pinned) {
      argument.own = std::move(argument.original);
      argument.original = argument.own;  // a copy
    }
    *argument.variable = data_->recorder.addArgument(argument.original);
  }
}

void Call::finish() {
  CallData& d = *data_;
  Rememberer rememberer(
      d.recorder, d.arguments, d.resultHandles,
      !d.cache->stateless() ? "the function has state: pass what it captures as arguments"
      : d.unstable
          ? "a plain number is returned or may be changed, or is a long double: use Value<T>"
          : "");
  restoreArguments();
  d.recorder.flush(d.cache->where(), true);
  settleVariables(false);
  std::string whyNot = rememberer.whyNot();
  if (whyNot.empty() && !d.cache->worthRemembering(!d.plain.empty()))
    whyNot = "its plain numbers change at every call: declare them Value<double>, Index, ...";
  if (whyNot.empty()) {
    if (auto entry =
            rememberer.make(d.recorder.segments().back(), d.signature, d.arguments, d.plain))
      d.cache->remember(std::move(entry));
    else
      whyNot = "it contains large constant arrays";
  }
  d.cache->note(d.recorder.segments(), whyNot, *d.signature);
  d.recorder.stop();
  d.active = false;
}

// Variables and results that still are the placeholder of an argument become that argument again,
// so that it is not computed, and can be overwritten when nobody else refers to it.
void Call::restoreArguments() {
  for (std::size_t k = 0; k < data_->arguments.size(); ++k) {
    const Argument& argument = data_->arguments[k];
    const ArrayState* leaf = data_->recorder.leafOf(static_cast<std::int32_t>(k));
    if (!leaf || !argument.original) continue;
    for (Handle* result : data_->resultHandles)
      if (result->state() == leaf) *result = argument.original;
    if (argument.variable->state() == leaf) *argument.variable = argument.original;
  }
}

void Call::abandon() noexcept {
  CallData& d = *data_;
  if (!d.active) return;
  d.active = false;
  bool failed = d.recorder.threw(std::current_exception());
  if (!failed) try {
      restoreArguments();
      d.recorder.flush(d.cache->where(), true);
    } catch (...) {  // the first exception is the one to tell
      failed = true;
    }
  if (failed) d.recorder.lose();
  d.recorder.stop();
  settleVariables(failed);
}

// The last piece is done. Variables go back to what they held before it if it failed, or if they
// lost their value to an error that the function caught.
void Call::settleVariables(bool failed) noexcept {
  for (std::size_t k = 0; k < data_->arguments.size(); ++k) {
    Argument& argument = data_->arguments[k];
    if (!argument.inOut || argument.sameAs != static_cast<std::int32_t>(k)) continue;
    if (const ArrayState* state = argument.variable->state(); failed || (state && state->lost))
      *argument.variable = std::move(argument.original ? argument.original : argument.before);
    if (argument.own) keepMemory(*argument.variable, std::move(argument.own));
  }
}

}  // namespace parax::detail

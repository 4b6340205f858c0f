// The log: levels, laziness, one line per message, warnings once.
#include "runtime/log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

namespace parax::runtime {
namespace {

TEST(Log, LevelsAreOrderedAndMessagesLazy) {  // at the default level
  testing::internal::CaptureStderr();
  int made = 0;
  log(LogLevel::info, [&] { return std::string("info") + std::to_string(++made); });
  log(LogLevel::warning, [&] { return std::string("warn") + std::to_string(++made); });
  log(LogLevel::error, "plain");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "parax: warning: warn1\nparax: error: plain\n");
  EXPECT_EQ(made, 1);
}

TEST(Log, OneLinePerMessage) {
  testing::internal::CaptureStderr();
  writeLog(LogLevel::error, "two\nlines");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "parax: error: two | lines\n");
}

TEST(Log, WarnsOncePerKey) {
  testing::internal::CaptureStderr();
  std::atomic<int> given{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] { given += warnOnce("the key", "message"); });
  for (std::thread& t : threads) t.join();
  EXPECT_TRUE(warnOnce("another key", "message"));
  EXPECT_EQ(given, 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "parax: warning: message\nparax: warning: message\n");
}

TEST(LogDeath, LevelComesFromTheEnvironment) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    log(LogLevel::debug, "fine detail");
    std::exit(0);
  };
  setenv("PARAX_LOG", "debug", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "parax: debug: fine detail");
  setenv("PARAX_LOG", "loud", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "PARAX_LOG=loud is none of");
  unsetenv("PARAX_LOG");
}

}  // namespace
}  // namespace parax::runtime

// Environment variables that cannot be understood: an error that names them, not a crash.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "../../runtime/sanitizers.h"

namespace parax::errors {
namespace {

struct Outcome {
  int status;
  std::string output;
};

// Runs the program of environment_program.cpp with one variable set, and with so much more address
// space than it begins with.
Outcome runWith(const std::string& variable, const std::string& value, int megabytes = 0) {
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  const pid_t child = fork();
  if (child == 0) {
    setenv(variable.c_str(), value.c_str(), 1);
    dup2(pipes[1], 1);
    dup2(pipes[1], 2);
    close(pipes[0]);
    close(pipes[1]);
    execl(PARAX_PROGRAM, PARAX_PROGRAM, std::to_string(megabytes).c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  close(pipes[1]);
  Outcome outcome{0, ""};
  char buffer[4096];
  for (ssize_t n; (n = read(pipes[0], buffer, sizeof buffer)) > 0;)
    outcome.output.append(buffer, static_cast<std::size_t>(n));
  close(pipes[0]);
  waitpid(child, &outcome.status, 0);
  return outcome;
}

void expectRefused(const std::string& variable, const std::string& value) {
  const Outcome outcome = runWith(variable, value);
  SCOPED_TRACE(variable + "=" + value + ": " + outcome.output);
  ASSERT_TRUE(WIFEXITED(outcome.status));
  EXPECT_EQ(WEXITSTATUS(outcome.status), 3);
  EXPECT_NE(outcome.output.find("ArgumentError: " + variable), std::string::npos);
  EXPECT_NE(outcome.output.find("'" + value + "'"), std::string::npos);
}

void expectFine(const std::string& variable, const std::string& value) {
  const Outcome outcome = runWith(variable, value);
  SCOPED_TRACE(variable + "=" + value + ": " + outcome.output);
  ASSERT_TRUE(WIFEXITED(outcome.status));
  EXPECT_EQ(WEXITSTATUS(outcome.status), 0);
  EXPECT_NE(outcome.output.find("[2, 6, 12]"), std::string::npos);
}

TEST(EnvironmentErrors, Mode) {
  expectRefused("PARAX_MODE", "fast");
  for (const char* mode : {"compile", "interpret", "library", ""}) expectFine("PARAX_MODE", mode);
}
TEST(EnvironmentErrors, Switches) {
  for (const char* variable : {"PARAX_FMA", "PARAX_CHECKED", "PARAX_VERIFY"}) {
    expectRefused(variable, "maybe");
    for (const char* value : {"0", "1"}) expectFine(variable, value);
  }
}
TEST(EnvironmentErrors, Compilation) {
  expectRefused("PARAX_PASSES", "-nosuchpass");
  expectRefused("PARAX_DUMP", "everything");
  expectRefused("PARAX_PROGRAMS", "many");
}

// Library mode, and one warning for three calls.
void expectLibraryMode(const Outcome& outcome) {
  SCOPED_TRACE(outcome.output);
  ASSERT_TRUE(WIFEXITED(outcome.status));
  EXPECT_EQ(WEXITSTATUS(outcome.status), 0);
  EXPECT_NE(outcome.output.find("[2, 6, 12] library"), std::string::npos);
  const std::size_t warning = outcome.output.find("run in library mode");
  EXPECT_NE(warning, std::string::npos);
  EXPECT_EQ(outcome.output.find("run in library mode", warning + 1), std::string::npos);
}

TEST(CodeGenerator, ThatIsMissing) {
  expectLibraryMode(runWith("PARAX_CODEGEN", "/no/such/library.so"));
}
TEST(CodeGenerator, ThatDoesNotLoad) {
  expectLibraryMode(runWith("PARAX_CODEGEN", __FILE__));          // no library
  expectLibraryMode(runWith("PARAX_CODEGEN", "/proc/self/exe"));  // no plug-in
}

#if PARAX_HAVE_LLVM
// Whatever is missing, loading, compiling or linking: never a bug in Parax.
TEST(CodeGenerator, WithoutMemory) {
  if (runtime::addressSanitizer) GTEST_SKIP() << "sanitizers need address space";
  for (int megabytes = 1; megabytes < 64; megabytes += 3) {
    const Outcome outcome = runWith("PARAX_MODE", "compile", megabytes);
    SCOPED_TRACE(std::to_string(megabytes) + " MB: " + outcome.output);
    ASSERT_TRUE(WIFEXITED(outcome.status));
    EXPECT_TRUE(WEXITSTATUS(outcome.status) == 0 || WEXITSTATUS(outcome.status) == 4);
  }
}
#endif

}  // namespace
}  // namespace parax::errors

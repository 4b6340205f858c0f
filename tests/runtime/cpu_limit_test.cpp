// CPU quotas of cgroup v1 and v2, read from folders like the kernel's.
#include "runtime/cpu_limit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace parax::runtime {
namespace {

class CpuLimit : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(root_); }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  int limit(const std::string& membership) { return cgroupCpusFrom(membership, root_.string()); }

  const std::filesystem::path root_ =
      std::filesystem::path(testing::TempDir()) / ("parax_cpu_limit_" + std::to_string(getpid()));
};

TEST_F(CpuLimit, NoFilesNoLimit) {
  EXPECT_EQ(limit("0::/\n"), 0);
  EXPECT_EQ(limit(""), 0);
  EXPECT_EQ(limit("nonsense"), 0);
}

TEST_F(CpuLimit, VersionTwo) {
  write("cpu.max", "max 100000");
  EXPECT_EQ(limit("0::/\n"), 0);
  write("cpu.max", "350000 100000");
  EXPECT_EQ(limit("0::/\n"), 3);
  write("cpu.max", "50000 100000");
  EXPECT_EQ(limit("0::/\n"), 1);
}

TEST_F(CpuLimit, TheTightestParentCounts) {
  write("a/cpu.max", "200000 100000");
  write("a/b/cpu.max", "800000 100000");
  EXPECT_EQ(limit("0::/a/b\n"), 2);
  EXPECT_EQ(limit("0::/elsewhere\n"), 0);
}

TEST_F(CpuLimit, VersionOne) {
  write("cpu/cpu.cfs_quota_us", "-1");
  write("cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(limit("4:memory:/x\n2:cpu,cpuacct:/x\n"), 0);
  write("cpu/x/cpu.cfs_quota_us", "400000");
  write("cpu/x/cpu.cfs_period_us", "100000");
  EXPECT_EQ(limit("4:memory:/x\n2:cpu,cpuacct:/x\n"), 4);
  EXPECT_EQ(limit("3:cpuset:/x\n"), 0);
}

TEST_F(CpuLimit, ThisMachine) {
  EXPECT_GE(affinityCpus(), 1);
  EXPECT_GE(cgroupCpus(), 0);
}

}  // namespace
}  // namespace parax::runtime

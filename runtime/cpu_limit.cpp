// Reads affinity masks and the quotas of cgroup v1 (cpu.cfs_quota_us) and v2 (cpu.max).
#include "runtime/cpu_limit.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>

namespace parax::runtime {
namespace {

// Counts any number of CPUs: the kernel refuses masks that are too short for it.
int maskCpus(pid_t thread) {
  for (int cpus = 1024; cpus <= (1 << 20); cpus *= 4) {
    const std::size_t bytes = CPU_ALLOC_SIZE(cpus);
    const auto free = [](cpu_set_t* set) { CPU_FREE(set); };
    const std::unique_ptr<cpu_set_t, decltype(free)> set(CPU_ALLOC(cpus), free);
    if (!set) break;
    if (sched_getaffinity(thread, bytes, set.get()) == 0) return CPU_COUNT_S(bytes, set.get());
  }
  return std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
}

std::string firstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// 0: no limit.
int wholeCpus(double quota, double period) {
  if (quota <= 0 || period <= 0) return 0;
  return std::max(1, static_cast<int>(std::min(quota / period, 1e6)));
}

int quotaV2(const std::string& folder) {
  std::istringstream text(firstLine(folder + "/cpu.max"));
  double quota = 0, period = 0;
  return text >> quota >> period ? wholeCpus(quota, period) : 0;  // "max 100000" is no number
}

int quotaV1(const std::string& folder) {
  double quota = 0, period = 0;
  std::istringstream quotaText(firstLine(folder + "/cpu.cfs_quota_us"));
  std::istringstream periodText(firstLine(folder + "/cpu.cfs_period_us"));
  return quotaText >> quota && periodText >> period ? wholeCpus(quota, period) : 0;
}

// The tightest quota of a group and its parents. Where a container does not see its own group's
// path, the mount's root is the group.
int tightest(int (*quotaOf)(const std::string&), const std::string& mount, std::string group) {
  int limit = 0;
  for (;;) {
    const int quota = quotaOf(mount + group);
    if (quota && (!limit || quota < limit)) limit = quota;
    const std::size_t slash = group.find_last_of('/');
    if (group.empty() || slash == std::string::npos) return limit;
    group.resize(slash);
  }
}

bool listsCpu(const std::string& controllers) {
  std::istringstream list(controllers);
  for (std::string one; std::getline(list, one, ',');)
    if (one == "cpu") return true;
  return false;
}

}  // namespace

int affinityCpus() { return std::max(1, maskCpus(0)); }

bool ownsAllCpus() { return affinityCpus() >= sysconf(_SC_NPROCESSORS_ONLN); }

int cgroupCpusFrom(const std::string& membership, const std::string& root) {
  int limit = 0;
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {  // "hierarchy:controllers:/group"
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    int quota = 0;
    if (controllers.empty())
      quota = tightest(quotaV2, root, group);
    else if (listsCpu(controllers))
      quota = tightest(quotaV1, root + "/cpu", group);
    if (quota && (!limit || quota < limit)) limit = quota;
  }
  return limit;
}

int cgroupCpus() {
  static const int limit = [] {
    std::ifstream file("/proc/self/cgroup");
    std::ostringstream text;
    text << file.rdbuf();
    return cgroupCpusFrom(text.str(), "/sys/fs/cgroup");
  }();
  return limit;
}

}  // namespace parax::runtime

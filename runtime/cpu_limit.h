// How many CPUs this process may use: affinity mask and cgroup quota.
#pragma once

#include <string>

namespace parax::runtime {

int affinityCpus();  // CPUs in the calling thread's mask
bool ownsAllCpus();  // the mask covers every online CPU
int cgroupCpus();    // quota rounded down, at least 1; 0: no limit. Read once

// The quota for a process with this /proc/self/cgroup, with the hierarchies mounted below `root`.
int cgroupCpusFrom(const std::string& membership, const std::string& root);

}  // namespace parax::runtime

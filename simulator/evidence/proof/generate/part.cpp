#include "part.h"

namespace generate {

Cost& Cost::operator+=(const Cost& other) {
    instructions += other.instructions;
    issue_clocks += other.issue_clocks;
    memory_clocks += other.memory_clocks;
    latency += other.latency;
    dram_bytes += other.dram_bytes;
    l2_bytes += other.l2_bytes;
    atomic_clocks += other.atomic_clocks;
    return *this;
}

Cost Cost::for_share(double share) const {
    Cost part = *this;
    part.instructions *= share;
    part.issue_clocks *= share;
    part.memory_clocks *= share;
    part.dram_bytes *= share;
    part.l2_bytes *= share;
    part.atomic_clocks *= share;
    return part;
}

} // namespace generate

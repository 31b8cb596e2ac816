#include "part.h"

namespace generate {

Cost& Cost::operator+=(const Cost& other) {
    instructions += other.instructions;
    issue_cycles += other.issue_cycles;
    memory_cycles += other.memory_cycles;
    latency += other.latency;
    dram_bytes += other.dram_bytes;
    l2_bytes += other.l2_bytes;
    atomic_cycles += other.atomic_cycles;
    return *this;
}

Cost Cost::for_share(double share) const {
    Cost part = *this;
    part.instructions *= share;
    part.issue_cycles *= share;
    part.memory_cycles *= share;
    part.dram_bytes *= share;
    part.l2_bytes *= share;
    part.atomic_cycles *= share;
    return part;
}

} // namespace generate

#include "counters/tally.h"

namespace simulator {

Tally& Tally::operator+=(const Tally& other) {
    warps += other.warps;
    inactive += other.inactive;
    predicated_off += other.predicated_off;
    divergent += other.divergent;
    return *this;
}

MemoryTally& MemoryTally::operator+=(const MemoryTally& other) {
    requests += other.requests;
    lanes += other.lanes;
    bytes += other.bytes;
    sectors += other.sectors;
    distinct_bytes += other.distinct_bytes;
    host_sectors += other.host_sectors;
    again += other.again;
    l1_hits += other.l1_hits;
    l2_sectors += other.l2_sectors;
    l2_hits += other.l2_hits;
    l2_requests += other.l2_requests;
    l2_dram_requests += other.l2_dram_requests;
    wavefronts += other.wavefronts;
    wavefronts_ideal += other.wavefronts_ideal;
    same_address += other.same_address;
    addresses += other.addresses;
    if (other.requests != 0) kind = other.kind;
    return *this;
}

} // namespace simulator

#include "counters/l1.h"

#include <algorithm>
#include <bit>

namespace simulator {

L1Cache::L1Cache(std::uint32_t bytes)
    : slots_(std::clamp<std::size_t>(bytes >> line_bits, 1, none)),
      // Four buckets per line: few chains have two links.
      buckets_(std::bit_ceil(slots_.size() * 4), none),
      bucket_shift_(64 - std::countr_zero(buckets_.size())) {}

void L1Cache::clear() {
    for (std::size_t i = 0; i < used_; ++i) buckets_[bucket_of(slots_[i].line)] = none;
    used_ = 0;
    hand_ = 0;
}

void L1Cache::insert(std::uint64_t line, Sectors sectors) {
    const Index at = used_ < slots_.size() ? static_cast<Index>(used_++) : evict();
    Index& head = buckets_[bucket_of(line)];
    slots_[at] = {line, static_cast<std::uint16_t>(sectors), 0, head};
    head = at;
}

L1Cache::Index L1Cache::evict() {
    while (slots_[hand_].referenced != 0) {
        slots_[hand_].referenced = 0;
        hand_ = (hand_ + 1) % slots_.size();
    }
    const auto victim = static_cast<Index>(hand_);
    hand_ = (hand_ + 1) % slots_.size();
    Index* link = &buckets_[bucket_of(slots_[victim].line)];
    while (*link != victim) link = &slots_[*link].next;
    *link = slots_[victim].next;
    return victim;
}

} // namespace simulator

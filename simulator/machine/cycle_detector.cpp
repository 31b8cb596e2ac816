#include "machine/cycle_detector.h"

#include <cstring>

namespace simulator {

std::uint64_t hash_combine(std::uint64_t hash, std::span<const std::byte> bytes) {
    for (std::size_t n = 0; n + sizeof(std::uint64_t) <= bytes.size(); n += sizeof(std::uint64_t)) {
        std::uint64_t value;
        std::memcpy(&value, bytes.data() + n, sizeof value);
        hash = hash_combine(hash, value);
    }
    return hash;
}

bool CycleDetector::has_repeated(std::uint64_t state) {
    if (repeated_) return true;
    if (steps_until_saved_ != 0 && state == saved_state_) return repeated_ = true;
    if (steps_since_saved_ == steps_until_saved_) {
        saved_state_ = state;
        steps_since_saved_ = 0;
        steps_until_saved_ = steps_until_saved_ == 0 ? 1 : 2 * steps_until_saved_;
    } else {
        ++steps_since_saved_;
    }
    return false;
}

} // namespace simulator

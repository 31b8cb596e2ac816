#include "machine/recurrence.h"

#include <cstring>

namespace simulator {

std::uint64_t mixed(std::uint64_t hash, std::span<const std::byte> bytes) {
    for (std::size_t n = 0; n + sizeof(std::uint64_t) <= bytes.size(); n += sizeof(std::uint64_t)) {
        std::uint64_t value;
        std::memcpy(&value, bytes.data() + n, sizeof value);
        hash = mixed(hash, value);
    }
    return hash;
}

bool Recurrence::comes_again(std::uint64_t state) {
    if (again_) return true;
    if (most_ != 0 && state == kept_) return again_ = true;
    if (shown_ == most_) {
        kept_ = state;
        shown_ = 0;
        most_ = most_ == 0 ? 1 : 2 * most_;
    } else {
        ++shown_;
    }
    return false;
}

} // namespace simulator

#include "counters/footprint.h"

namespace simulator {

void Footprint::collect_global(const Access& access) {
    count_ = 0;
    add_lanes(access.addresses, access.mask);
}

// The count of a sector is that of its most frequent address.
void Footprint::collect_atomic(const Access& access, const AddressConflicts& address_conflicts) {
    count_ = 0;
    set_.clear();
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Address address = access.addresses[lane];
        std::uint32_t& place = set_[address >> line_bits];
        if (place == 0) {
            access_counts_[count_] = {};
            add(address >> line_bits, 0);
            place = count_;
        }
        std::uint8_t& counts = access_counts_[place - 1][address >> sector_bits & 3];
        counts = std::max(counts, address_conflicts.rank(lane));
    }
}

void Footprint::collect_local(const Access& access, std::uint64_t base) {
    count_ = 0;
    const std::uint32_t rows = access.bytes <= 4 ? 1 : access.bytes / 4U;
    for (std::uint32_t row = 0; row < rows; ++row) {
        set_.clear();
        if (access.shape == Shape::uniform) {
            const std::uint64_t line = base + (access.begin >> 2) + row;
            Sectors sectors = 0;
            for (int i = 0; i < 4; ++i)
                sectors |= static_cast<Sectors>((access.mask >> (8 * i) & 0xff) != 0) << i;
            add(line, sectors);
            continue;
        }
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            merge(base + (access.addresses[lane] >> 2) + row, 1U << (lane / 8));
        }
    }
}

void Footprint::add_lanes(const Address* addresses, Mask lanes) {
    if (add_ascending(addresses, lanes)) return;
    set_.clear();
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const Address address = addresses[std::countr_zero(rest)];
        merge(address >> line_bits, sector_of(address));
    }
}

/// Adds the lines of lanes in ascending order, as with any stride. Adds nothing and returns false if the
/// order differs.
bool Footprint::add_ascending(const Address* addresses, Mask lanes) {
    std::uint32_t count = count_;
    std::uint64_t line = addresses[std::countr_zero(lanes)] >> line_bits;
    Sectors sectors = 0;
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const Address address = addresses[std::countr_zero(rest)];
        if (const std::uint64_t next = address >> line_bits; next != line) {
            if (next < line) return false;
            lines_[count++] = {line, sectors};
            line = next;
            sectors = 0;
        }
        sectors |= sector_of(address);
    }
    lines_[count++] = {line, sectors};
    count_ = count;
    return true;
}

/// Adds sectors to a line, and the line if the set does not have it.
void Footprint::merge(std::uint64_t line, Sectors sectors) {
    std::uint32_t& place = set_[line];
    if (place == 0) {
        add(line, sectors);
        place = count_;
    } else {
        lines_[place - 1].sectors |= sectors;
    }
}

} // namespace simulator

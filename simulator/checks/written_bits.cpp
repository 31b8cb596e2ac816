#include "checks/written_bits.h"

#include <algorithm>

namespace simulator::checks {

namespace {

/// Returns a mask of @p count ones.
std::uint64_t ones(std::uint64_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

} // namespace

void WrittenBits::change(std::uint64_t byte, std::uint64_t mask, std::uint64_t bits) {
    Chunk& chunk = chunks_[byte / chunk_bytes];
    if (chunk.bits == nullptr) {
        if ((bits & mask) == (chunk.full ? mask : 0)) return;
        chunk.bits = std::make_unique<Bits>();
        chunk.bits->fill(chunk.full ? ~std::uint64_t{0} : 0);
    }
    std::uint64_t& word = (*chunk.bits)[byte % chunk_bytes / 64];
    word = (word & ~mask) | (bits & mask);
}

void WrittenBits::mark(std::uint64_t begin, std::uint64_t bytes, bool written) {
    const std::uint64_t end = begin + bytes;
    while (begin < end) {
        if (begin % chunk_bytes == 0 && end - begin >= chunk_bytes) {
            chunks_[begin / chunk_bytes] = {.full = written};
            begin += chunk_bytes;
            continue;
        }
        const std::uint64_t count = std::min(end - begin, 64 - begin % 64);
        const std::uint64_t mask = ones(count) << begin % 64;
        change(begin, mask, written ? mask : 0);
        begin += count;
    }
}

bool WrittenBits::all(std::uint64_t begin, std::uint64_t bytes) const {
    const std::uint64_t end = begin + bytes;
    while (begin < end) {
        const std::uint64_t count = std::min(end - begin, 64 - begin % 64);
        const std::uint64_t mask = ones(count) << begin % 64;
        if ((word(begin) & mask) != mask) return false;
        begin += count;
    }
    return true;
}

std::uint64_t WrittenBits::get(std::uint64_t begin, unsigned count) const {
    const auto shift = static_cast<unsigned>(begin % 64);
    std::uint64_t bits = word(begin) >> shift;
    if (shift + count > 64) bits |= word(begin + count - 1) << (64 - shift);
    return bits & ones(count);
}

void WrittenBits::put(std::uint64_t begin, unsigned count, std::uint64_t bits) {
    const auto shift = static_cast<unsigned>(begin % 64);
    change(begin, ones(count) << shift, bits << shift);
    if (shift + count > 64) change(begin + count - 1, ones(count) >> (64 - shift), bits >> (64 - shift));
}

} // namespace simulator::checks

#include "counters/cas_loop.h"

#include <algorithm>
#include <array>
#include <bit>

namespace simulator {
namespace {

constexpr std::uint32_t bytes_of_banks = 128;
constexpr std::uint32_t bytes_of_bank = 4;

/// Words of the lanes in one bank, the last lane first.
struct Queue {
    std::array<Address, warp_size> words = {};
    std::size_t length = 0;
};

} // namespace

CasLoop cas_loop(const Access& access) {
    const std::uint32_t width = std::max<std::uint32_t>(access.bytes, bytes_of_bank);
    const std::uint32_t banks = bytes_of_banks / width;
    std::array<Queue, bytes_of_banks / bytes_of_bank> queues = {};
    for (int lane = warp_size - 1; lane >= 0; --lane) {
        if ((access.mask >> lane & 1) == 0) continue;
        const Address word = access.addresses[lane] / width;
        Queue& queue = queues[word % banks];
        queue.words[queue.length++] = word;
    }
    // Per round: different words that are left in the bank with the most of them.
    std::array<std::uint16_t, warp_size> max_words = {};
    for (const Queue& queue : queues) {
        std::uint16_t different = 0;
        for (std::size_t n = 0; n < queue.length; ++n) {
            const auto end = queue.words.begin() + static_cast<std::ptrdiff_t>(n);
            if (std::find(queue.words.begin(), end, queue.words[n]) == end) ++different;
            std::uint16_t& of_round = max_words[queue.length - 1 - n];
            of_round = std::max(of_round, different);
        }
    }
    CasLoop loop;
    for (const std::uint16_t words : max_words) {
        if (words != 0) ++loop.rounds;
        loop.reads = static_cast<std::uint16_t>(loop.reads + words);
    }
    return loop;
}

} // namespace simulator

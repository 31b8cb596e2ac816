#include "report/sha256.h"

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace simulator {
namespace {

using Words = std::array<std::uint32_t, 8>;

constexpr std::size_t block_bytes = 64;

// The first 32 fractional bits of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The first 32 fractional bits of the square roots of the first 8 primes.
constexpr Words initial_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::array<std::uint32_t, 64> message_schedule(std::span<const std::byte, block_bytes> block) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t n = 0; n < block_bytes; ++n)
        words[n / 4] = words[n / 4] << 8 | std::to_integer<std::uint32_t>(block[n]);
    for (std::size_t n = 16; n < words.size(); ++n) {
        const std::uint32_t a = words[n - 15];
        const std::uint32_t b = words[n - 2];
        words[n] = words[n - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + words[n - 7] +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    return words;
}

void process_block(Words& state, std::span<const std::byte, block_bytes> block) {
    const auto words = message_schedule(block);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t n = 0; n < words.size(); ++n) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                    ((e & f) ^ (~e & g)) + round_constants[n] + words[n];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    const Words change = {a, b, c, d, e, f, g, h};
    for (std::size_t n = 0; n < state.size(); ++n) state[n] += change[n];
}

} // namespace

std::string sha256(std::span<const std::byte> bytes) {
    Words state = initial_state;
    const std::uint64_t bits = bytes.size() * 8;
    for (; bytes.size() >= block_bytes; bytes = bytes.subspan(block_bytes))
        process_block(state, bytes.first<block_bytes>());

    std::vector<std::byte> rest(bytes.begin(), bytes.end());
    rest.push_back(std::byte{0x80});
    while (rest.size() % block_bytes != block_bytes - sizeof bits) rest.push_back(std::byte{0});
    for (unsigned shift = 64; shift > 0; shift -= 8)
        rest.push_back(static_cast<std::byte>(bits >> (shift - 8)));
    for (std::span<const std::byte> left = rest; !left.empty(); left = left.subspan(block_bytes))
        process_block(state, left.first<block_bytes>());
    return fmt::format("{:08x}", fmt::join(state, ""));
}

} // namespace simulator

#pragma once

/// @file
/// Pseudo-random numbers from a few instructions.

namespace calibrate {

/// A hash of `number`.
__host__ __device__ inline unsigned mixed(unsigned number) {
    number *= 0x9e3779b1u;
    number ^= number >> 15;
    number *= 0x85ebca77u;
    return number ^ number >> 13;
}

/// A permutation of the numbers below 2^bits.
__host__ __device__ inline unsigned shuffled(unsigned number, int bits) {
    // Each step is invertible modulo 2^bits, so their composition is a permutation.
    const unsigned mask = (1u << bits) - 1;
    for (int round = 0; round < 3; ++round) {
        number = number * 0x9e3779b1u & mask;
        number ^= number >> (bits + 1) / 2;
        number = number + 0x7f4a7c15u & mask;
    }
    return number;
}

} // namespace calibrate

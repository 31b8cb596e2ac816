#pragma once

/// @file
/// The device memory that all kernels of a program share, at most 2.5 GiB. Each part is allocated and filled
/// when a kernel first asks for it.

#include <cuda_runtime.h>

#include <array>
#include <cstddef>

namespace proof {

constexpr std::size_t KiB = 1024;       ///< in bytes
constexpr std::size_t MiB = 1024 * KiB; ///< in bytes
constexpr std::size_t GiB = 1024 * MiB; ///< in bytes

/// Throws std::runtime_error with the error's text and what was tried.
void check(cudaError_t error, const char* tried);

/// The buffers. Every function returns the same address each time.
class Buffers {
public:
    Buffers() = default;
    ~Buffers();
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;

    /// Numbers from 0.5 to 1.5 by chance, of which so many bytes are needed: at most 1 GiB.
    const float* input(std::size_t bytes);
    /// The same bits, as whole numbers.
    const unsigned* words(std::size_t bytes) { return reinterpret_cast<const unsigned*>(input(bytes)); }
    /// 16 Mi numbers of 32 bits by chance, 64 MiB.
    const unsigned* indices();
    /// A table in which each element names the next one. One way leads through all `bytes / 4` elements,
    /// of which there are 2^n: at most 256 MiB.
    const unsigned* chain(std::size_t bytes);
    /// 1 GiB to write to. What is in it is unknown.
    float* output();
    /// The same memory, for whole numbers.
    unsigned* output_words() { return reinterpret_cast<unsigned*>(output()); }
    /// 4 MiB for atomics on whole numbers; 0 at first.
    unsigned* counters();
    /// 4 MiB for atomics on floats; 0 at first.
    float* sums();

    /// Launches a kernel that writes and reads 256 MiB, so that nothing else is left in L2.
    void empty_l2();

private:
    void* allocated(void*& buffer, std::size_t bytes);

    void* input_ = nullptr;
    std::size_t input_filled_ = 0;
    void* indices_ = nullptr;
    std::array<void*, 32> chains_{}; // by the logarithm of their elements
    void* output_ = nullptr;
    void* counters_ = nullptr;
    void* sums_ = nullptr;
    void* flush_ = nullptr;
};

} // namespace proof

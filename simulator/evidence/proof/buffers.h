#pragma once

/// @file
/// The device memory that all kernels of a program share, at most 2.5 GiB. Each buffer is allocated and
/// filled at its first use.

#include <cuda_runtime.h>

#include <array>
#include <cstddef>

namespace proof {

constexpr std::size_t KiB = 1024;       ///< bytes
constexpr std::size_t MiB = 1024 * KiB; ///< bytes
constexpr std::size_t GiB = 1024 * MiB; ///< bytes

/// Throws std::runtime_error with the error's text and the failed operation.
void check(cudaError_t error, const char* tried);

/// The buffers. Every function returns the same address each time.
class Buffers {
public:
    Buffers() = default;
    ~Buffers();
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;

    /// Random numbers from 0.5 to 1.5, at least @p bytes bytes: at most 1 GiB.
    const float* input(std::size_t bytes);
    /// The same bits as integers.
    const unsigned* words(std::size_t bytes) { return reinterpret_cast<const unsigned*>(input(bytes)); }
    /// 16 Mi random 32-bit integers, 64 MiB.
    const unsigned* indices();
    /// A table in which each element is the index of the next one. One cycle visits all `bytes / 4` elements,
    /// a power of two: at most 256 MiB.
    const unsigned* chain(std::size_t bytes);
    /// 1 GiB for output. Its contents are undefined.
    float* output();
    /// The same memory as integers.
    unsigned* output_words() { return reinterpret_cast<unsigned*>(output()); }
    /// 4 MiB for integer atomics; initially 0.
    unsigned* counters();
    /// 4 MiB for float atomics; initially 0.
    float* sums();

    /// Launches a kernel that writes and reads 256 MiB, which evicts all other data from L2.
    void empty_l2();

private:
    void* allocated(void*& buffer, std::size_t bytes);

    void* input_ = nullptr;
    std::size_t input_filled_ = 0;
    void* indices_ = nullptr;
    std::array<void*, 32> chains_{}; // by the logarithm of their number of elements
    void* output_ = nullptr;
    void* counters_ = nullptr;
    void* sums_ = nullptr;
    void* flush_ = nullptr;
};

} // namespace proof

#pragma once

/// @file
/// Host functions that launch the runner's own kernels: nvcc compiles only this small file of the runner.
/// cudaGetLastError() reports whether a launch succeeded.

#include <cstddef>
#include <cstdint>

#include "kernelsmith/salt.h"

namespace runner::kernels {

/// Launches an empty kernel.
void do_nothing();

/// Gathers @p count elements of @p element_bytes bytes each from @p from, at @p indices, into contiguous
/// memory at @p to.
void gather(unsigned char* to, const unsigned char* from, unsigned element_bytes,
            const std::uint64_t* indices, unsigned count);

/// Salts the @p bytes bytes from @p data on, an input with this @p salt and @p key; @p data may have any
/// alignment.
void salt(unsigned char* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key);

/// Runs eight fused multiply-adds per thread and round, which saturates the FMA pipes.
void multiply_add_forever(int blocks, int threads, float* sink, int rounds);

/// Runs eight reciprocal square roots per thread and round, which saturates the special-function units.
void roots_forever(int blocks, int threads, float* sink, int rounds);

} // namespace runner::kernels

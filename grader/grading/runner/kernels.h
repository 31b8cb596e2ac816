#pragma once

/// @file
/// The runner's own kernels, as functions: nvcc reads this little file and not the rest of the runner. Whether a launch
/// succeeded, cudaGetLastError() says.

#include <cstddef>
#include <cstdint>

#include "kernelsmith/salt.h"

namespace runner::kernels {

/// Nothing, on the device.
void do_nothing();

/// Puts @p count elements of @p from, of @p element_bytes each, one behind the other; @p indices says which.
void gather(unsigned char* to, const unsigned char* from, unsigned element_bytes,
            const std::uint64_t* indices, unsigned count);

/// Salts the @p bytes from @p data on, an input with this @p salt and @p key, at any address.
void salt(unsigned char* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key);

/// Eight fused multiply-adds a round and thread: all that the FMA pipes do.
void multiply_add_forever(int blocks, int threads, float* sink, int rounds);

/// Eight reciprocal square roots a round and thread: all that the special-function units do.
void roots_forever(int blocks, int threads, float* sink, int rounds);

} // namespace runner::kernels

#pragma once

/// @file
/// The hand-written kernels by theme. Each kernel shows one effect, so that a model which misses the effect
/// misses the kernel's time.

#include "program.h"

namespace effects {

using proof::Buffers;
using proof::Kernels;

void add_copies(Kernels& kernels);          ///< strides and widths
void add_loads_in_flight(Kernels& kernels); ///< how many loads wait at once
void add_caches(Kernels& kernels);          ///< reuse from L1 and L2, gathers, chases
void add_fma_chains(Kernels& kernels);      ///< latency and throughput of one instruction
void add_arithmetic(Kernels& kernels);      ///< throughput of other instructions
void add_shared(Kernels& kernels);          ///< bank conflicts, transpositions
void add_products(Kernels& kernels);        ///< products of matrices, dense and sparse
void add_warps(Kernels& kernels);           ///< barriers, divergence, shuffles, waiting for the slowest
void add_shared_atomics(Kernels& kernels);  ///< atomics in shared memory, histograms
void add_global_atomics(Kernels& kernels);  ///< atomics in global memory
void add_grids(Kernels& kernels);           ///< few blocks, many blocks
void add_private_memory(Kernels& kernels);  ///< local arrays, spills, constants, asynchronous copies
void add_scan(Kernels& kernels);            ///< a prefix sum in one pass

} // namespace effects

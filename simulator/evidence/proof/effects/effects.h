#pragma once

/// @file
/// The hand-written kernels by theme. Each kernel shows one effect, so that a model which misses the effect
/// misses the kernel's time.

#include "program.h"

namespace effects {

using proof::Buffers;
using proof::Kernels;

void add_copies(Kernels& kernels);          ///< strides and widths
void add_loads_in_flight(Kernels& kernels); ///< number of loads in flight
void add_caches(Kernels& kernels);          ///< reuse from L1 and L2, gathers, pointer chasing
void add_fma_chains(Kernels& kernels);      ///< latency and throughput of FMA
void add_arithmetic(Kernels& kernels);      ///< throughput of other instructions
void add_shared(Kernels& kernels);          ///< bank conflicts, transpositions
void add_products(Kernels& kernels);        ///< dense and sparse matrix products
void add_warps(Kernels& kernels);           ///< barriers, divergence, shuffles, waits for the slowest warp
void add_shared_atomics(Kernels& kernels);  ///< atomics in shared memory, histograms
void add_global_atomics(Kernels& kernels);  ///< atomics in global memory
void add_grids(Kernels& kernels);           ///< few and many blocks
void add_private_memory(Kernels& kernels);  ///< local arrays, spills, constants, asynchronous copies
void add_scan(Kernels& kernels);            ///< single-pass prefix sum

} // namespace effects

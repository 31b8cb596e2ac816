#pragma once

/// @file
/// How fast a GPU is: what the timing model computes with.

#include <array>

#include "model/unit.h"

namespace simulator {

/// The numbers of an NVIDIA H200. Latencies are in clocks of an SM, rates in warp instructions that an SM begins in a clock.
///
/// What `simulator/calibrate` measures stands first, as it has measured it. What it does not measure was chosen so that
/// the hand-written kernels of `simulator/proof` take the time that they took.
struct DeviceTime {
    // Measured.

    double clock_ghz = 1.98; ///< of SMs that are busy
    /// From an instruction to one that needs its result, by the unit that executes it.
    std::array<double, unit_count> latency = {4.04, 4.04, 4.04, 8, 8, 17, 12, 23, 300, 8, 10, 30, 4};
    /// How many a unit takes.
    std::array<double, unit_count> rate = {2, 4, 2, 4, 2, 0.5, 0.5, 1, 0.25, 1.3, 2, 0.5, 4};
    double shared_latency = 23;         ///< of a load from shared memory
    double shared_atomic_latency = 26;  ///< of an atomic in shared memory
    double shared_atomic_turn = 1;      ///< clocks, for each lane that goes to one word
    double shared_swap_turn = 3.4;      ///< the same of a compare-and-swap
    double l1_latency = 35;             ///< of a load that L1 serves
    double lines_a_clock = 1;           ///< of 128 bytes, that L1 brings
    double global_atomic_latency = 389; ///< of an atomic in global memory
    double l2_gb_s = 9870;              ///< that L2 brings
    double l2_lines_per_ns = 157;       ///< requests for lines that L2 serves
    double atomic_sectors_per_ns = 105; ///< that atomics change in L2
    double dram_read_gb_s = 4630;       ///< where DRAM is read only
    double dram_write_gb_s = 4640;      ///< where it is written only
    double dram_copy_gb_s = 4258;       ///< where it is read as much as written, of both together
    double blocks_per_us = 1650;        ///< that begin

    // Chosen.

    double slot = 1.05;                 ///< of a scheduler, that an instruction takes
    double warp_gap = 1.14;             ///< from an instruction of a warp to its next one
    double branch = 8;                  ///< the same behind a branch that is not taken
    double taken_branch = 12;           ///< the same behind one that is
    double barrier_latency = 20;        ///< from the last warp at a barrier to the next instruction
    double block_start = 0;             ///< from the end of a block to the beginning of the one in its place
    double warp_start = 13;             ///< of that, for each of its warps
    double shared_swap_latency = 75;    ///< of a compare-and-swap in shared memory, for each turn
    double constant_turn = 3.3;         ///< of each address, where lanes read several of constant memory
    double missed_sectors_a_clock = 2;  ///< that come to an SM from L2
    double written_sectors_a_clock = 2; ///< that go from it to L2
    double l2_latency = 257;            ///< of the first of many lines that L2 serves
    double l2_spread = 25;              ///< how much later another one comes, on average
    double dram_latency = 590;          ///< the same of lines that come from DRAM
    double dram_spread = 105;           ///< the same
    double l2_write_gb_s = 7000;        ///< that L2 takes
    double l2_partial_per_ns = 64;      ///< writes of parts of sectors that it takes
    double l2_fill_per_ns = 25;         ///< lines that it reads before it writes them back
    double dram_page_ps = 10;           ///< what a page of DRAM costs that was not in use
    double launch_us = 1.4;             ///< of a kernel, whatever it does
    double sharpness =
        2.5; ///< p in (a^p + b^p)^(1/p): the time of what takes a and what takes b, side by side

    double parts = 1; ///< of the GPU, of which this is one
};

/// The numbers of one of so many equal parts of a GPU.
DeviceTime part_of(DeviceTime time, double parts, double memory_parts);

} // namespace simulator

#pragma once

/// @file
/// How fast a GPU is: what the timing model computes with. Read from `gpu/times/<name>.toml`, which are part of the
/// library.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/unit.h"

namespace simulator {

/// The numbers of a GPU. Latencies are in clocks of an SM, rates in warp instructions that an SM begins in a clock.
///
/// The values that `simulator/evidence/calibrate` can measure come first. The rest is chosen so that the hand-written kernels of
/// `simulator/evidence/proof` take the time that they took on an H200, or estimated. Each value's source is in its file.
struct DeviceTime {
    bool measured = false; ///< whether the first ones were measured on such a GPU, or taken from elsewhere

    // What can be measured.

    double clock_ghz = 0; ///< of SMs that are busy
    /// From an instruction to one that needs its result, by the unit that executes it.
    std::array<double, unit_count> latency = {};
    /// How many a unit takes.
    std::array<double, unit_count> rate = {};
    double shared_latency = 0;            ///< of a load from shared memory
    double shared_atomic_latency = 0;     ///< of an atomic in shared memory
    double shared_atomic_lane_cycles = 0; ///< clocks, for each lane that goes to one word
    double l1_latency = 0;                ///< of a load that L1 serves
    double l1_lines_per_cycle = 0;        ///< of 128 bytes, that L1 brings
    double global_atomic_latency = 0;     ///< of an atomic in global memory
    double l2_gb_s = 0;                   ///< that L2 brings
    double l2_lines_per_ns = 0;           ///< requests for lines that L2 serves
    double dram_read_gb_s = 0;            ///< where DRAM is read only
    double dram_write_gb_s = 0;           ///< where it is written only
    double dram_copy_gb_s = 0;            ///< where it is read as much as written, of both together
    double blocks_per_us = 0;             ///< that begin
    double to_host_gb_s = 0;              ///< copied into ordinary memory of the host
    double to_device_gb_s = 0;            ///< copied out of it
    double small_to_device_us = 0;        ///< of a copy of a few bytes to the GPU
    double memset_gb_s = 0;               ///< of bytes that are set to one value

    // What is chosen.

    double slot = 0;              ///< of a scheduler, that an instruction takes
    double predicate_latency = 0; ///< from a comparison to what it guards, beyond the latency of its unit
    double warp_gap = 0;          ///< from an instruction of a warp to its next one
    double branch = 0;            ///< the same behind a branch that is not taken
    double taken_branch = 0;      ///< the same behind one that is
    double barrier_latency = 0;   ///< from the last warp at a barrier to the next instruction
    double block_start = 0;       ///< from the end of a block to the beginning of the one in its place
    double warp_start = 0;        ///< of that, for each of its warps
    double shared_cas_round_cycles =
        0; ///< of a round of cas_loop() that reads in one pass: clocks of the banks
    double shared_cas_round_latency = 0;   ///< of such a round, beyond that
    double constant_address_cycles = 0;    ///< of each address, where lanes read several of constant memory
    double constant_latency = 0;           ///< of a constant that an SM's cache for constants has
    double constant_miss = 0;              ///< of one that it does not have, beyond that
    double constant_fetch_cycles = 0;      ///< clocks between two lines of 64 bytes that come to this cache
    double constant_lines = 0;             ///< of 64 bytes, that it has room for
    double match_cycles = 0;               ///< of an SM, that a match.any takes
    double match_value = 0;                ///< beyond that, for each different value that it finds
    double l2_read_sectors_per_cycle = 0;  ///< that come to an SM from L2
    double l2_write_sectors_per_cycle = 0; ///< that go from it to L2
    double l2_latency = 0;                 ///< of the first of many lines that L2 serves
    double l2_spread = 0;                  ///< how much later another one comes, on average
    double dram_latency = 0;               ///< of the first of many lines that come from DRAM
    double dram_spread = 0;                ///< how much later another one comes, on average
    double l2_write_gb_s = 0;              ///< that L2 takes
    double l2_partial_per_ns = 0;          ///< writes of parts of sectors that it takes
    /// Further requests that it takes to read what was written since it was last read: 1 where L2 has two halves, each with
    /// copies of its own.
    double l2_changed_requests = 0;
    double l2_fill_per_ns = 0;        ///< lines that it reads before it writes them back
    double atomic_sectors_per_ns = 0; ///< that atomics change in L2
    double dram_page_ps = 0;          ///< what a page of DRAM costs that was not in use
    double grid_barrier_us =
        0;                     ///< from the last block that comes to a grid barrier to the first that goes on
    double launch_us = 0;      ///< of a kernel, whatever it does
    double call_us = 0;        ///< of a timed call with one launch, beside its kernel
    double host_launch_us = 0; ///< that the host takes for a launch
    double host_first_copy_us = 0; ///< more, for the first copy in a call: to the host, to the GPU, and on it
    double host_wait_us = 0; ///< until the host sees that the GPU is done, and has given it the next work
    double memset_us = 0;    ///< of a few bytes that are set to one value
    /// That the host computes with what it was brought, whatever it computes.
    double host_work_ns_per_byte = 0;
    /// p in (1 - u^p)^(-1/p): how many times longer an access takes where memory is busy for a share u of the time.
    double sharpness = 0;
    /// How far a speedup of two modelled times may be off, whatever the kernels: 0.3 for 30 %.
    double speedup_error = 0;

    double parts = 1; ///< of the GPU, of which this is one: see part_of()
};

/// The numbers of one of so many equal parts of a GPU.
DeviceTime part_of(DeviceTime time, double parts, double memory_parts);

/// The names of the devices that have times.
std::vector<std::string> device_time_names();
/// The times of a device by name: none where gpu/times has no file of it.
std::optional<DeviceTime> device_time_named(std::string_view device);

} // namespace simulator

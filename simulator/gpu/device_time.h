#pragma once

/// @file
/// Speed of a GPU: rates and latencies for the timing model, read from `gpu/times/<name>.toml`. The files are
/// embedded in the library.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/unit.h"

namespace simulator {

/// Rates and latencies of a GPU. Latencies are in cycles of an SM, rates in warp instructions that an SM
/// issues per cycle.
///
/// The values that `simulator/calibrate` can measure come first. The others are fitted so that the
/// hand-written kernels of `simulator/evidence/proof` take as long as on an H200, or they are estimates. The
/// file gives the source of each value.
struct DeviceTime {
    /// Whether the first values were measured on such a GPU, or are from another source.
    bool measured = false;

    // Measurable values.

    double clock_ghz = 0; ///< clock rate of busy SMs
    /// Latency from an instruction to one that needs its result, by the unit that executes it.
    std::array<double, unit_count> latency = {};
    /// Instructions that a unit issues per cycle.
    std::array<double, unit_count> rate = {};
    double shared_latency = 0;            ///< load from shared memory
    double shared_atomic_latency = 0;     ///< atomic in shared memory
    double shared_atomic_lane_cycles = 0; ///< cycles per lane, if lanes access the same word
    double l1_latency = 0;                ///< load that hits in L1
    double l1_lines_per_cycle = 0;        ///< 128-byte lines from L1
    double global_atomic_latency = 0;     ///< atomic in global memory
    double l2_gb_s = 0;                   ///< L2 bandwidth
    double l2_lines_per_ns = 0;           ///< requests for lines that L2 serves
    double dram_read_gb_s = 0;            ///< DRAM bandwidth of reads alone
    double dram_write_gb_s = 0;           ///< DRAM bandwidth of writes alone
    double dram_copy_gb_s = 0;            ///< DRAM bandwidth of equally many reads and writes, both together
    double blocks_per_us = 0;             ///< blocks that start per microsecond
    double to_host_gb_s = 0;              ///< copies to pageable memory of the host
    double to_device_gb_s = 0;            ///< copies from pageable memory of the host
    double small_to_device_us = 0;        ///< copy of a few bytes to the GPU
    double memset_gb_s = 0;               ///< bandwidth of a memset

    // Fitted values.

    double slot = 0; ///< scheduler cycles per instruction
    /// From a comparison to the instruction that it guards, in addition to the latency of its unit.
    double predicate_latency = 0;
    double warp_gap = 0;        ///< minimum distance of two instructions of a warp
    double branch = 0;          ///< warp_gap after a branch that is not taken
    double taken_branch = 0;    ///< warp_gap after a branch that is taken
    double barrier_latency = 0; ///< last warp's arrival at a barrier to the next instruction
    double block_start = 0;     ///< end of a block to the start of its successor
    double warp_start = 0;      ///< part of that for each warp of the block
    /// Cycles of the banks per round of cas_loop() that reads in one pass.
    double shared_cas_round_cycles = 0;
    double shared_cas_round_latency = 0;  ///< latency of such a round, in addition
    double constant_address_cycles = 0;   ///< per address, if lanes read several addresses of constant memory
    double constant_latency = 0;          ///< constant that hits in the SM's constant cache
    double constant_miss = 0;             ///< additional latency of a miss in it
    double constant_fetch_cycles = 0;     ///< cycles between two 64-byte lines that are fetched into it
    double constant_lines = 0;            ///< its capacity in 64-byte lines
    double match_cycles = 0;              ///< SM cycles per match.any
    double match_value = 0;               ///< additional cycles per different value in it
    double l2_read_sectors_per_cycle = 0; ///< sectors per cycle from L2 to an SM
    double l2_write_sectors_per_cycle = 0; ///< sectors per cycle from an SM to L2
    double l2_latency = 0;                 ///< first of many lines that L2 serves
    double l2_spread = 0;                  ///< mean additional latency of another line
    double dram_latency = 0;               ///< first of many lines from DRAM
    double dram_spread = 0;                ///< mean additional latency of another line
    double l2_write_gb_s = 0;              ///< L2 bandwidth of writes
    double l2_partial_per_ns = 0;          ///< writes of partial sectors that L2 accepts
    /// Additional requests of a read of data that were written since they were last read: 1 if L2 has two
    /// halves, each with its own copies.
    double l2_changed_requests = 0;
    double l2_fill_per_ns = 0;        ///< lines that L2 reads from DRAM before it writes them back
    double atomic_sectors_per_ns = 0; ///< sectors in L2 that atomics change
    double dram_page_ps = 0;          ///< cost of opening a DRAM page
    /// Time from the last block's arrival at a grid barrier to the first block's departure.
    double grid_barrier_us = 0;
    /// Sectors of one SM's loads that can be in flight. This limit and the next one matter where all SMs access
    /// memory at the same time.
    double reads_in_flight = 0;
    double writes_in_flight = 0; ///< sectors that one SM can have written and L2 has not yet accepted
    /// Standard deviation of the time of equal blocks of different SMs, relative to the mean.
    double block_spread = 0;
    double launch_us = 0;      ///< fixed cost of a kernel
    double call_us = 0;        ///< fixed cost of a timed call with one launch, without its kernel
    double host_launch_us = 0; ///< host time per launch
    /// Additional cost of a call's first copy to the host, to the GPU and on the GPU.
    double host_first_copy_us = 0;
    double host_wait_us = 0; ///< end of the GPU's work to the host's next submission
    double memset_us = 0;    ///< memset of a few bytes
    /// Time of the host's computations per byte copied to it, whatever it computes.
    double host_work_ns_per_byte = 0;
    /// p in (1 - u^p)^(-1/p), the factor of latency if memory is busy for a fraction u of the time.
    double sharpness = 0;
    /// Maximum error of a speedup from two modelled times, for any kernels: 0.3 for 30 %.
    double speedup_error = 0;

    double parts = 1; ///< parts of the GPU, of which this is one: see part_of()
};

/// Returns the times of one of @p parts equal parts of a GPU.
DeviceTime part_of(DeviceTime time, double parts, double memory_parts);

/// Returns the names of the devices that have times.
std::vector<std::string> device_time_names();
/// Returns the times of the device of a name; empty if gpu/times has no file for it.
std::optional<DeviceTime> device_time_named(std::string_view device);

} // namespace simulator

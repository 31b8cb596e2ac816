#pragma once

/// @file
/// A block of threads: its warps, its shared memory, its barriers.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/incidents.h"
#include "machine/launch.h"
#include "machine/warp.h"

namespace simulator {

/// A block of threads. Its warps run one after the other, each until it ends, waits or yields.
class Block {
public:
    /// Creates the storage for one block at a time. @p core must outlive it.
    explicit Block(Core& core);
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// Resets this object to the start of block @p linear of the grid.
    void start(std::uint64_t linear);
    /// Runs all ready warps in turn until the block has finished or faulted, or a warp has polled memory in a
    /// round.
    Progress run();

    /// Returns whether a warp of the block waits for a value that other threads write, see Warp::waited().
    [[nodiscard]] bool waits_for_others() const;
    /// Returns whether all its warps repeat a state, which is a livelock. @p memory_changed: as for
    /// Warp::repeats_state().
    [[nodiscard]] bool repeats_state(bool memory_changed);
    /// Reports a livelock as the finding "deadlock", and stops the kernel: no thread is left that could change
    /// the polled memory. The report names one polling instruction.
    void report_livelock();
    /// Stops the kernel with the finding "instruction_limit" because the warps of all resident blocks together
    /// have executed @p instructions in polling loops since memory last changed. A livelock is likely then, but
    /// not proven.
    void report_polling_budget(std::uint64_t instructions);

    // For handlers.

    /// Records that the lanes @p mask of @p warp arrive at barrier @p id. @p expected threads take part, 0 for
    /// the whole block. @p holds has the lanes whose predicate is true, for bar.red. With @p waits, the lanes
    /// must have been parked before.
    void arrive(Warp& warp, const Op* op, Mask mask, std::uint8_t id, std::uint32_t expected, Mask holds,
                bool waits);
    /// Subtracts @p count threads that have left the kernel; barriers no longer wait for them.
    void remove_threads(std::uint32_t count);

    /// Linear index in the grid, with x fastest.
    [[nodiscard]] std::uint64_t linear_index() const { return linear_index_; }
    /// The block's `blockIdx`.
    [[nodiscard]] Coordinates place() const { return place_; }
    /// Shared memory of LaunchState::shared_bytes bytes; zeroed when the block starts.
    [[nodiscard]] std::byte* shared() const { return shared_.get(); }
    /// Cycles of the warp that has run longest.
    [[nodiscard]] std::uint64_t cycles() const;
    /// Adds to the number of instructions that the warps of the block have executed.
    void add_executed(std::uint64_t instructions) { executed_ += instructions; }
    /// Instructions executed by its warps; counted only with LaunchRequest::round_robin_blocks.
    [[nodiscard]] std::uint64_t executed() const { return executed_; }
    /// Output of `printf` by its threads so far.
    [[nodiscard]] std::string& printed() { return printed_; }
    /// Incidents of the block that have not been reported yet.
    [[nodiscard]] Incidents& incidents() { return incidents_; }

private:
    /// State of a barrier at which some threads have arrived.
    struct Barrier {
        std::uint32_t arrived = 0;             ///< with `expected`, also counts the last warp's missing lanes
        std::uint32_t threads = 0;             ///< threads that have arrived
        std::uint32_t expected = 0;            ///< 0: all threads that have not left the kernel
        std::uint32_t held = 0;                ///< threads whose predicate is true, for bar.red
        std::uint32_t op = 0;                  ///< index of the instruction of the first arrival
        std::vector<std::uint32_t> warps = {}; ///< indices of the warps that wait
        bool mixed = false;                    ///< arrivals from different lines have been reported
    };

    void release_if_complete(std::uint8_t id);
    /// Stops the kernel at the first path that polls. @p kind is a message of machine_messages that takes the
    /// poll's description, and for an instruction limit the number of @p instructions since memory changed.
    void stop_polling(FindingKind finding, MessageKind kind, std::uint64_t instructions);
    bool release_waiting_paths();
    Progress report_deadlock();

    Core& core_;
    std::uint64_t linear_index_ = 0;
    Coordinates place_ = {};
    std::uint32_t shared_bytes_ = 0;
    AlignedBytes shared_;
    std::uint32_t threads_;
    std::uint32_t live_ = 0;
    std::uint64_t executed_ = 0;
    std::vector<std::unique_ptr<Warp>> warps_;
    std::array<Barrier, 16> barriers_ = {};
    std::string printed_;
    Incidents incidents_;
};

} // namespace simulator

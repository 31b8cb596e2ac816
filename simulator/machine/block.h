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

/// A block. Its warps run one after the other, each until it waits.
class Block {
public:
    /// Room for one block at a time of the launch that @p core runs, which has to outlive it.
    explicit Block(Core& core);
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    /// Becomes block @p linear of the grid.
    void start(std::uint64_t linear);
    /// Runs until it has finished, or every warp of it waits or spins.
    Progress run();

    /// Whether one of its warps waits for what others write, see Warp::waited().
    [[nodiscard]] bool waits_for_others() const;
    /// Whether all of its warps do the same for ever, see Warp::repeats_state().
    [[nodiscard]] bool repeats_state(bool memory_changed);
    /// Its threads poll memory that nobody is left to change: stops the kernel with the place of one of them.
    void report_livelock();
    /// The same, when this is not sure, but @p instructions have been executed since memory has changed.
    void report_polling_budget(std::uint64_t instructions);

    // For handlers.

    /// The lanes @p mask of @p warp come to barrier @p id; @p expected threads take part, 0 for all of the
    /// block. @p holds is their predicate, for bar.red. If they wait there, they must have been parked before.
    void arrive(Warp& warp, const Op* op, Mask mask, std::uint8_t id, std::uint32_t expected, Mask holds,
                bool waits);
    /// Threads have left the kernel; nobody waits for them any longer.
    void remove_threads(std::uint32_t count);

    /// Its number in the grid, counted with x fastest.
    [[nodiscard]] std::uint64_t linear() const { return linear_; }
    /// Its `blockIdx`.
    [[nodiscard]] Coordinates place() const { return place_; }
    /// Its shared memory, Core::shared_bytes() of it; zeros when it starts.
    [[nodiscard]] std::byte* shared() const { return shared_.get(); }
    /// For how many cycles that warp has run which has run longest.
    [[nodiscard]] std::uint64_t cycles() const;
    /// Adds to the number of instructions that its warps have executed.
    void add_executed(std::uint64_t instructions) { executed_ += instructions; }
    /// How many they have executed, where LaunchRequest::round_robin_blocks.
    [[nodiscard]] std::uint64_t executed() const { return executed_; }
    /// What its threads have printed so far.
    [[nodiscard]] std::string& printed() { return printed_; }
    /// What went wrong in it and has not been told yet.
    [[nodiscard]] Incidents& incidents() { return incidents_; }

private:
    /// A barrier that some threads have come to.
    struct Barrier {
        std::uint32_t arrived = 0;
        std::uint32_t threads = 0;  ///< of these, how many exist: a barrier counts whole warps
        std::uint32_t expected = 0; ///< 0: all threads that have not left
        std::uint32_t held = 0;
        std::uint32_t op = 0;                  ///< of the first to come
        std::vector<std::uint32_t> warps = {}; ///< that wait
        bool mixed = false;
    };

    void release_if_complete(std::uint8_t id);
    /// @p kind: of machine_messages, with what is polled; for a budget, with the @p instructions since memory changed.
    void stop_polling(FindingKind finding, MessageKind kind, std::uint64_t instructions);
    bool release_waiting_paths();
    Progress report_deadlock();

    Core& core_;
    std::uint64_t linear_ = 0;
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

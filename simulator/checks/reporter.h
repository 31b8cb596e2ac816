#pragma once

/// @file
/// Makes findings of what the checks see, with the messages of each made only once.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "checks/thread_clock.h"
#include "findings/finding.h"
#include "findings/observer.h"

namespace simulator::checks {

/// A load, a store or an atomic of so many bytes.
Message access_of(AccessKind kind, std::uint64_t bytes);

/// Knows the launch: what a thread's number means in the program's own coordinates, which line an instruction
/// is on.
class Reporter {
public:
    /// @p findings has to outlive it. Nothing can be reported before a launch has started.
    explicit Reporter(Findings& findings) : findings_(&findings) {}

    /// What follows happens in this launch.
    void start_launch(const LaunchStart& launch);

    /// Reports what happened @p times at @p op, or counts it when this launch has already had it there, as broad as that. @p
    /// fill gets the Finding with kind, place and breadth set; it is only called the first time.
    template <typename Fill> void report(FindingKind kind, std::uint32_t op, Fill&& fill,
                                         std::uint64_t times = 1, std::uint8_t breadth = 0) {
        if (count_if_reported(kind, op, times, breadth)) return;
        Finding finding;
        finding.kind = kind;
        finding.count = times;
        finding.breadth = breadth;
        finding.place = place(op);
        std::forward<Fill>(fill)(finding);
        add(kind, op, std::move(finding));
    }

    /// Where an instruction stands in the source.
    [[nodiscard]] CodePlace place(std::uint32_t op) const;
    /// Whether a loop has one of the two in it and not the other.
    [[nodiscard]] bool loop_separates(std::uint32_t op, std::uint32_t other_op) const {
        return launch_.loop_separates && launch_.loop_separates(op, other_op);
    }
    /// A block in its grid, from its linear number.
    [[nodiscard]] Coordinates block(std::uint64_t number) const;
    /// A thread in its block, from its linear index.
    [[nodiscard]] Coordinates thread(std::uint32_t index) const;
    /// A thread beside another one: "thread (3, 0, 0) of the same block".
    [[nodiscard]] Message other_thread(ThreadId other, std::uint32_t block) const;
    /// "byte 128 of the block's shared memory, in tile"
    [[nodiscard]] Message describe_shared_byte(std::uint64_t offset) const;
    /// The variable in shared memory at an offset: "the shared variable tile"
    [[nodiscard]] Message shared_variable(std::uint64_t offset) const;
    /// Whether an offset in shared memory is one of those that CUDA keeps for itself.
    [[nodiscard]] bool is_reserved(std::uint64_t offset) const { return offset < launch_.reserved_shared; }

private:
    /// What has been told of an instruction.
    struct ReportedFinding {
        std::size_t number = 0; ///< of the finding
        std::uint8_t breadth = 0;
    };

    bool count_if_reported(FindingKind kind, std::uint32_t op, std::uint64_t times, std::uint8_t breadth);
    void add(FindingKind kind, std::uint32_t op, Finding finding);

    Findings* findings_;
    LaunchStart launch_;
    std::unordered_map<std::uint64_t, ReportedFinding> reported_; ///< by kind and op
};

} // namespace simulator::checks

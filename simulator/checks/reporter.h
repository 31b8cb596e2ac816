#pragma once

/// @file
/// Makes findings from what the checks detect, and creates the messages of each finding only once.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "checks/thread_clock.h"
#include "findings/finding.h"
#include "findings/observer.h"

namespace simulator::checks {

/// Describes a load, a store or an atomic of @p bytes bytes.
Message access_of(AccessKind kind, std::uint64_t bytes);

/// Reports findings of a launch, and converts thread numbers into the program's coordinates and ops into
/// source lines.
class Reporter {
public:
    /// @p findings must outlive the object. Nothing can be reported before a launch has started.
    explicit Reporter(Findings& findings) : findings_(&findings) {}

    /// Sets the launch that all later calls belong to.
    void start_launch(const LaunchStart& launch);

    /// Reports what happened @p times times at @p op, or adds to the count if this launch has already
    /// reported it there with at least that breadth. @p fill receives the Finding with kind, place and
    /// breadth set; it is only called the first time.
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

    /// Returns the source location of an instruction.
    [[nodiscard]] CodePlace place(std::uint32_t op) const;
    /// Returns whether a loop contains one of two instructions but not the other.
    [[nodiscard]] bool loop_separates(std::uint32_t op, std::uint32_t other_op) const {
        return launch_.loop_separates && launch_.loop_separates(op, other_op);
    }
    /// Returns a block's coordinates in its grid, from its linear number.
    [[nodiscard]] Coordinates block(std::uint64_t number) const;
    /// Returns a thread's coordinates in its block, from its linear index.
    [[nodiscard]] Coordinates thread(std::uint32_t index) const;
    /// Describes a thread relative to a block: "thread (3, 0, 0) of the same block".
    [[nodiscard]] Message other_thread(ThreadId other, std::uint32_t block) const;
    /// Describes a byte of shared memory: "byte 128 of the block's shared memory, in tile"
    [[nodiscard]] Message describe_shared_byte(std::uint64_t offset) const;
    /// Names the variable in shared memory at an offset: "the shared variable tile"
    [[nodiscard]] Message shared_variable(std::uint64_t offset) const;
    /// Returns whether CUDA reserves an offset in shared memory for itself.
    [[nodiscard]] bool is_reserved(std::uint64_t offset) const { return offset < launch_.reserved_shared; }

private:
    /// The finding reported for an instruction.
    struct ReportedFinding {
        std::size_t number = 0; ///< number of the finding
        std::uint8_t breadth = 0;
    };

    bool count_if_reported(FindingKind kind, std::uint32_t op, std::uint64_t times, std::uint8_t breadth);
    void add(FindingKind kind, std::uint32_t op, Finding finding);

    Findings* findings_;
    LaunchStart launch_;
    std::unordered_map<std::uint64_t, ReportedFinding> reported_; ///< indexed by kind and op
};

} // namespace simulator::checks

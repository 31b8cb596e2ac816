#pragma once

/// @file
/// Breakdown of the time of one call: its operations and the gaps between them, the share of each, and an
/// upper bound on the gain from each. Everything is computed from the runner's log; nothing here runs a
/// program.
///
/// A periodic call is represented by one iteration, the one in the middle. The sequence of labels determines
/// the iterations: the pattern is the one whose consecutive repetitions cover the most operations. An
/// iteration lasts until the pattern begins again, so it may have more operations than the pattern, such as a
/// copy that not every iteration makes.
/// not every iteration makes.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/channel/operation.h"
#include "grading/inspect/observation.h"

namespace grader {

/// Returns the label of @p operation: "assign<16>", "copy to the host", "memset", "graph of assign<16>".
/// Operations with the same label are the same part of a program.
std::string label_of(const Operation& operation);

/// One iteration of a call: the operations from `first` up to, but not including, `end`.
struct Iteration {
    std::size_t first = 0;  ///< index of its first operation
    std::size_t end = 0;    ///< index after its last operation
    std::size_t number = 1; ///< number of this iteration, from 1
    std::size_t of = 1;     ///< number of all iterations
};

/// Returns the iteration in the middle if the labels of @p operations repeat. No value without a pattern
/// with a kernel, if it covers less than half of all operations, or if they are few enough to be shown one by
/// one.
std::optional<Iteration> middle_iteration(const std::vector<Operation>& operations);

/// Time in which the device executes nothing of the call.
struct Gap {
    double start_ms = 0; ///< start, relative to the start of the call
    double ms = 0;       ///< duration
    double host_ms =
        0; ///< the part in which the host was busy itself and submitted no operation to the CUDA runtime
};

/// All operations with one label together.
struct LabelShare {
    std::string label;                          ///< as label_of() returns it
    OperationKind kind = OperationKind::kernel; ///< kind of all of them
    std::size_t count = 0;                      ///< number of operations
    double ms = 0;                              ///< sum of their durations
    double alone_ms = 0; ///< time in which no other operation was active: an upper bound on the gain without
                         ///< them
};

/// The breakdown of a call.
struct Timeline {
    double call_ms = 0;                 ///< duration of the call
    std::vector<Operation> operations;  ///< operations with a time, by start time
    std::vector<Gap> gaps;              ///< sorted by start time
    std::vector<LabelShare> shares;     ///< the largest gain first
    double kernels_ms = 0;              ///< time in which a kernel or a graph was active
    double copies_ms = 0;               ///< part of the remaining time in which a copy was active
    double memsets_ms = 0;              ///< part of the remaining time in which a memset was active
    double idle_ms = 0;                 ///< the rest: all gaps together
    std::size_t untimed = 0;            ///< operations without a time
    std::size_t dropped = 0;            ///< later operations that were not recorded
    std::optional<Iteration> iteration; ///< indices into `operations`; none: they do not repeat
};

/// Analyzes @p log, a call that took @p call_ms by the runner's clock. If later operations were not recorded,
/// the breakdown ends with the last recorded one.
Timeline analyze_timeline(const OperationLog& log, double call_ms);

/// Amdahl's law: returns the speedup of a call of @p call_ms if @p part_ms of it took no time at all. No
/// value if that is the whole call.
std::optional<double> speedup_without(double part_ms, double call_ms);

/// The simulator's counters for one operation.
struct CountedOperation {
    Operation operation;                    ///< as the runner recorded it
    std::optional<double> modelled_ms = {}; ///< modelled duration of its kernels, if it was modelled
    double warp_instructions = 0;           ///< warp instructions of its kernels
    double memory_bytes =
        0; ///< bytes that loads, stores and atomics of its kernels moved from and to global memory
};

/// Returns the operations of @p log with the counters of their kernels from @p launches. Launches of the same
/// kernel are assigned in order.
std::vector<CountedOperation> counted_operations(const OperationLog& log,
                                                 const std::vector<ObservedLaunch>& launches);

} // namespace grader

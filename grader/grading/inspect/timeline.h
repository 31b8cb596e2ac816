#pragma once

/// @file
/// Where the time of one call goes: its operations and the gaps between them, what share each has, and what could be
/// won with each at most. All of it follows from what the runner noted; nothing here runs anything.
///
/// A call that repeats itself is shown by one iteration, the one in the middle. Which operations are an iteration, the
/// sequence of their labels tells: the pattern is the one whose repetitions in a row cover the most operations. An
/// iteration lasts until the pattern begins again, so it may have an operation more than the pattern, such as a copy that
/// not every iteration makes.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/channel/operation.h"
#include "grading/inspect/observation.h"

namespace grader {

/// What @p operation is called in a row: "assign<16>", "copy to the host", "memset", "graph of assign<16>". Operations with
/// the same label are the same part of a program.
std::string label_of(const Operation& operation);

/// One iteration among those of a call: the operations from `first` up to `end`.
struct Iteration {
    std::size_t first = 0;  ///< its first operation
    std::size_t end = 0;    ///< the one behind its last
    std::size_t number = 1; ///< which iteration it is, from 1
    std::size_t of = 1;     ///< how many there are
};

/// The iteration in the middle, where the labels of @p operations repeat themselves. None where there is no pattern with a
/// kernel, where it covers less than half of all, or where all are so few that they are shown as they are.
std::optional<Iteration> middle_iteration(const std::vector<Operation>& operations);

/// Time in which the device does nothing of the call.
struct Gap {
    double start_ms = 0; ///< since the call began
    double ms = 0;       ///< how long
    double host_ms =
        0; ///< of this, in which the host asked the CUDA runtime for no operation: it was busy itself
};

/// What all operations with one label come to.
struct LabelShare {
    std::string label;                          ///< of label_of()
    OperationKind kind = OperationKind::kernel; ///< of all of them
    std::size_t count = 0;                      ///< how many operations
    double ms = 0;                              ///< their lengths together
    double alone_ms = 0; ///< time in which nothing else was at work: what the call would gain without them
};

/// A call, taken apart.
struct Timeline {
    double call_ms = 0;                 ///< the whole of it
    std::vector<Operation> operations;  ///< those with a time, in the order in which they began
    std::vector<Gap> gaps;              ///< in their order
    std::vector<LabelShare> shares;     ///< the largest gain first
    double kernels_ms = 0;              ///< time in which a kernel or a graph was at work
    double copies_ms = 0;               ///< of the rest, a copy
    double memsets_ms = 0;              ///< of the rest, a memset
    double idle_ms = 0;                 ///< of the rest: all gaps together
    std::size_t untimed = 0;            ///< operations without a time
    std::size_t left_out = 0;           ///< later ones that were not noted
    std::optional<Iteration> iteration; ///< of `operations`; none: they do not repeat themselves
};

/// Takes @p log apart, a call that took @p call_ms by the runner's clock. Where later operations were left out, the call
/// is looked at until the last one that was noted.
Timeline analyze_timeline(const OperationLog& log, double call_ms);

/// Amdahl's law: how many times as fast a call of @p call_ms is when @p part_ms of it take no time at all. None where that is
/// all of it.
std::optional<double> speedup_without(double part_ms, double call_ms);

/// What the simulator counted of one operation.
struct CountedOperation {
    Operation operation;                    ///< as the runner noted it
    std::optional<double> modelled_ms = {}; ///< of its kernels, where their times were modelled
    double warp_instructions = 0;           ///< of its kernels
    double memory_bytes =
        0; ///< that loads, stores and atomics of its kernels moved from and to global memory
};

/// The operations of @p log, each with what @p launches say of its kernels. Launches of a kernel are handed out in their
/// order.
std::vector<CountedOperation> counted_operations(const OperationLog& log,
                                                 const std::vector<ObservedLaunch>& launches);

} // namespace grader

#pragma once

/// @file
/// Kinds of messages about the checks on the simulator.

#include "grading/messages/message.h"

namespace grader::messages {

inline constexpr MessageKind nothing_found{"nothing_found"};           ///< at `sizes`
inline constexpr MessageKind only_remarks{"only_remarks"};             ///< `remarks`, at `sizes`
inline constexpr MessageKind found{"found"};                           ///< `finding`: its kind; `place`; `at`
inline constexpr MessageKind check_did_not_end{"check_did_not_end"};   ///< `at`
inline constexpr MessageKind wrong_when_checked{"wrong_when_checked"}; ///< `at`, `why`
inline constexpr MessageKind no_report{"no_report"}; ///< the process wrote no readable report
/// Above a message of kind finding: the case that was run on the simulator. `case`, `sizes`.
inline constexpr MessageKind simulator_saw{"simulator_saw"};

/// A finding as a report prints it: `finding`, its kind; `place`; `what`; `more`, of the kinds in_kernel and
/// times; `line` and `source` of the student's file; `where`; `other` and `other_place`; `task` if the line
/// is its placeholder, or else `advice`; `page` for the first finding of its kind.
inline constexpr MessageKind finding{"finding"};
inline constexpr MessageKind in_kernel{"in_kernel"}; ///< `kernel`
inline constexpr MessageKind times{"times"};         ///< `count`
/// Advice: elements of an output are missing because several threads write the same value to one element.
inline constexpr MessageKind same_index{"same_index"};

inline constexpr MessageKind checked_counted_size{
    "checked_counted_size"}; ///< `line` that does not run in this way at a smaller size
/// `line` that does not run in this way at a smaller size
inline constexpr MessageKind checked_modelled_size{"checked_modelled_size"};

} // namespace grader::messages

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
inline constexpr MessageKind no_report{"no_report"}; ///< the process wrote no report that can be read
/// Where a case was run on the simulator and something was found: above a message of kind finding. `case`, `sizes`.
inline constexpr MessageKind simulator_saw{"simulator_saw"};

/// A finding as a report shows it: `finding`, its kind; `place`; `what`; `more`, of the kinds in_kernel and times;
/// `line` and `source` of the student's file; `where`; `other` and `other_place`; `task` whose placeholder it is, or else
/// `advice`; `page` of the first finding of its kind.
inline constexpr MessageKind finding{"finding"};
inline constexpr MessageKind in_kernel{"in_kernel"}; ///< `kernel`
inline constexpr MessageKind times{"times"};         ///< `count`
/// Advice: threads that write the same value are why elements of an output are missing.
inline constexpr MessageKind same_index{"same_index"};

inline constexpr MessageKind checked_counted_size{
    "checked_counted_size"}; ///< `line` that runs at no smaller one
inline constexpr MessageKind checked_modelled_size{"checked_modelled_size"}; ///< the same

} // namespace grader::messages

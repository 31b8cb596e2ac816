#pragma once

/// @file
/// Kinds of messages about speed, measured and modelled.

#include "grading/messages/message.h"

namespace grader::messages {

/// `ratio` was reached, `needed` is required; `model`: the GPU whose times were modelled, if any.
inline constexpr MessageKind speedup{"speedup"};
inline constexpr MessageKind speedup_too_close{"speedup_too_close"}; ///< arguments of speedup
/// Arguments of speedup, and from `low` to `high`
inline constexpr MessageKind modelled_too_close{"modelled_too_close"};
inline constexpr MessageKind wrong_when_timed{"wrong_when_timed"};     ///< `case`
inline constexpr MessageKind failed_when_timed{"failed_when_timed"};   ///< `why`
inline constexpr MessageKind faster_than_memory{"faster_than_memory"}; ///< `ms`, `least`
/// `ms`, `least`
inline constexpr MessageKind modelled_faster_than_memory{"modelled_faster_than_memory"};
inline constexpr MessageKind smaller_case{
    "smaller_case"};                                 ///< `case`, not `wanted`: too little memory on `device`
inline constexpr MessageKind held_back{"held_back"}; ///< `reasons`, `low` and `high` in MHz
/// This GPU has no thresholds, and none can be predicted.
inline constexpr MessageKind no_thresholds{"no_thresholds"};
/// Predicted from the modelled `gpu`, within `percent`
inline constexpr MessageKind predicted_thresholds{"predicted_thresholds"};
inline constexpr MessageKind little_gain{"little_gain"}; ///< `gain`
inline constexpr MessageKind same_shares{
    "same_shares"}; ///< `limit` here, `recorded_limit`; `threshold`, `recorded`

// The result of a timed call.
inline constexpr MessageKind wrong_elements{"wrong_elements"}; ///< `wrong` of `looked_at`; `why`
inline constexpr MessageKind wrong_in_turn{"wrong_in_turn"};   ///< `why`
inline constexpr MessageKind busy_device{"busy_device"};       ///< work was in flight between calls
inline constexpr MessageKind left_process{"left_process"};     ///< a process outlives the call
inline constexpr MessageKind other_output{"other_output"};     ///< not as many bytes as its output has
inline constexpr MessageKind still_changing{"still_changing"}; ///< outputs changed after the call

// Modelled times.
inline constexpr MessageKind not_measured_here{
    "not_measured_here"};                                    ///< the simulator models times and measures none
inline constexpr MessageKind no_model_here{"no_model_here"}; ///< the backend models no times
inline constexpr MessageKind no_modelled_size{"no_modelled_size"}; ///< the manifest has no [modelled]
inline constexpr MessageKind the_baseline{"the_baseline"};         ///< a `program`
inline constexpr MessageKind this_build{"this_build"};             ///< a `program`: the graded build
inline constexpr MessageKind modelled_call_did_not_end{"modelled_call_did_not_end"}; ///< `program`, `why`
inline constexpr MessageKind wrong_when_modelled{"wrong_when_modelled"};             ///< `program`, `why`
inline constexpr MessageKind kernel_without_time{"kernel_without_time"}; ///< `kernel` of `program`; `reason`
inline constexpr MessageKind reads_textures{"reads_textures"};           ///< `kernel` of `program`
inline constexpr MessageKind unrecorded_operations{"unrecorded_operations"}; ///< `operations` of `program`
inline constexpr MessageKind no_modelled_launch{"no_modelled_launch"};       ///< `program`
inline constexpr MessageKind too_many_instructions{"too_many_instructions"}; ///< `times` the baseline's
inline constexpr MessageKind no_modelled_kernel{"no_modelled_kernel"};       ///< no launch with a time

/// The limiter of a modelled time: of the `kernel`, or of the whole call; `waits`: 1 if it is latency;
/// `parts` of kind part_share, the largest first.
inline constexpr MessageKind time_limit{"time_limit"};
/// `part` by its name in the model, `share` of the time
inline constexpr MessageKind part_share{"part_share"};

} // namespace grader::messages

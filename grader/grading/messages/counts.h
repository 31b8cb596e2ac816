#pragma once

/// @file
/// Kinds of messages about the simulator's counters.

#include "grading/messages/message.h"

namespace grader::messages {

/// A gate: `counter`, `words` for it, `value`, `shown` as it is printed, `bounds`, also as `min` and `max`.
inline constexpr MessageKind gate{"gate"};
inline constexpr MessageKind gates{"gates"}; ///< `all`, of kind gate
inline constexpr MessageKind gate_advice{
    "gate_advice"}; ///< `counter`, `text` of the manifest, `slide` of `lab`
/// In the details of a step that fails another gate: `gate`.
inline constexpr MessageKind passed_gate{"passed_gate"};
/// In the details of a step that fails for another reason: `gates`.
inline constexpr MessageKind counted{"counted"};

inline constexpr MessageKind counted_run_did_not_end{"counted_run_did_not_end"}; ///< the reason is a detail
inline constexpr MessageKind counted_run_is_wrong{"counted_run_is_wrong"};       ///< the reason is a detail
inline constexpr MessageKind not_all_counted{"not_all_counted"};                 ///< the reason is a detail
inline constexpr MessageKind no_counters{"no_counters"};                         ///< `kernel`, `reason`
inline constexpr MessageKind kernel_not_counted{"kernel_not_counted"};           ///< `kernel`
inline constexpr MessageKind counter_missing{"counter_missing"};                 ///< `counter`
/// More launches than fit into a report.
inline constexpr MessageKind too_many_launches{"too_many_launches"};
inline constexpr MessageKind it_did{"it_did"};       ///< `what`, for a gap
inline constexpr MessageKind no_kernel{"no_kernel"}; ///< a counted run without a launch

inline constexpr MessageKind kernels_wrote_too_little{
    "kernels_wrote_too_little"}; ///< `written` of `needed` bytes
/// `copied` bytes, compared with `data` bytes
inline constexpr MessageKind too_much_copied{"too_much_copied"};
inline constexpr MessageKind in_modelled_call{"in_modelled_call"}; ///< `what`: one of the previous two
/// Advice for kernels_wrote_too_little and too_much_copied.
inline constexpr MessageKind kernels_compute{"kernels_compute"};
inline constexpr MessageKind computed_outside_kernels{
    "computed_outside_kernels"}; ///< technique has found this, so a modelled time means nothing

// Launches that were not detected, or that differ from those that were counted.
inline constexpr MessageKind too_many_shapes{"too_many_shapes"};         ///< `most`
inline constexpr MessageKind share_shapes{"share_shapes"};               ///< advice for too_many_shapes
inline constexpr MessageKind unread_nodes{"unread_nodes"};               ///< `nodes`
inline constexpr MessageKind launch_your_kernels{"launch_your_kernels"}; ///< advice for unread_nodes
inline constexpr MessageKind no_launch_seen{"no_launch_seen"}; ///< a call without a launch in the log
inline constexpr MessageKind how_launches_are_seen{"how_launches_are_seen"}; ///< advice for no_launch_seen
inline constexpr MessageKind launched_uncounted{"launched_uncounted"};       ///< `kernel`
inline constexpr MessageKind same_kernels{"same_kernels"};             ///< advice for launched_uncounted
inline constexpr MessageKind ran_uncounted_line{"ran_uncounted_line"}; ///< `line`
inline constexpr MessageKind other_counts{
    "other_counts"};                                 ///< `counter`, `words`, `shown`, `bounds`, `counted`
inline constexpr MessageKind same_code{"same_code"}; ///< advice for ran_uncounted_line and other_counts
inline constexpr MessageKind timed_run{"timed_run"}; ///< `what` it did
inline constexpr MessageKind modelled_run{"modelled_run"}; ///< `what` it did

// The same launches on a GPU.
inline constexpr MessageKind other_on_gpu{"other_on_gpu"};   ///< the reason is a detail
inline constexpr MessageKind wrong_on_gpu{"wrong_on_gpu"};   ///< `sizes`, `why`
inline constexpr MessageKind failed_on_gpu{"failed_on_gpu"}; ///< `why`
inline constexpr MessageKind launch_in_shape{
    "launch_in_shape"};                                  ///< `kernel`, and `x`, `y`, `z` threads per block
inline constexpr MessageKind more_on_gpu{"more_on_gpu"}; ///< `launch`, `sizes`
inline constexpr MessageKind less_on_gpu{"less_on_gpu"}; ///< `launch`, `sizes`

} // namespace grader::messages

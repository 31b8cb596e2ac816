#pragma once

/// @file
/// Kinds of messages about a device that cannot be used.

#include "grading/messages/message.h"

namespace grader::messages {

inline constexpr MessageKind no_gpu{"no_gpu"};               ///< there is not even a driver
inline constexpr MessageKind no_usable_gpu{"no_usable_gpu"}; ///< a driver without a GPU that CUDA can use
inline constexpr MessageKind old_driver{"old_driver"};       ///< `cuda`
inline constexpr MessageKind gpu_not_responding{"gpu_not_responding"};     ///< `why`
inline constexpr MessageKind runner_did_not_start{"runner_did_not_start"}; ///< `program`, `why`
inline constexpr MessageKind runner_not_simulated{"runner_not_simulated"}; ///< `program`, `why`
inline constexpr MessageKind simulator_not_built{"simulator_not_built"};   ///< `part`: the missing file
inline constexpr MessageKind no_time_model{"no_time_model"};               ///< `device`, and the `known` ones
inline constexpr MessageKind unknown_model{"unknown_model"};               ///< `device`, `why`

// Messages of a MachineError.
inline constexpr MessageKind no_simulator{"no_simulator"};                     ///< `reason`
inline constexpr MessageKind simulator_does_not_run{"simulator_does_not_run"}; ///< `why`
inline constexpr MessageKind runner_ended_early{"runner_ended_early"};         ///< `why`
inline constexpr MessageKind little_free_memory{"little_free_memory"};         ///< `device`, `why`
inline constexpr MessageKind failed_before_the_call{"failed_before_the_call"}; ///< `device`, `why`
inline constexpr MessageKind baseline_does_not_run{"baseline_does_not_run"};   ///< `why`
inline constexpr MessageKind no_time_here{"no_time_here"};                     ///< `program`, `why`
inline constexpr MessageKind baseline_is_wrong{"baseline_is_wrong"};           ///< `why`

} // namespace grader::messages

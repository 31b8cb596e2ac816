#pragma once

/// @file
/// Kinds of messages about how the process of a build ended, and about its output.

#include "grading/messages/message.h"

namespace grader::messages {

/// `when` of crashed and ended_process
inline constexpr MessageKind while_the_function_ran{"while_the_function_ran"};
/// `when` of crashed and ended_process
inline constexpr MessageKind after_the_function_returned{"after_the_function_returned"};
/// `when` of crashed and ended_process
inline constexpr MessageKind before_the_function_was_called{"before_the_function_was_called"};

inline constexpr MessageKind crashed{"crashed"};                       ///< `when`, `signal_name`, `signal`
inline constexpr MessageKind ended_process{"ended_process"};           ///< `when`, `status`
inline constexpr MessageKind out_of_host_memory{"out_of_host_memory"}; ///< `mib`
inline constexpr MessageKind printed_too_much{"printed_too_much"};     ///< `kib`
inline constexpr MessageKind timed_out{"timed_out"};                   ///< `seconds`
inline constexpr MessageKind all_runs_timed_out{"all_runs_timed_out"}; ///< `seconds`
inline constexpr MessageKind did_not_end{"did_not_end"};               ///< `seconds`
inline constexpr MessageKind closed_channel{"closed_channel"};         ///< the channel to the grader
inline constexpr MessageKind wrote_to_channel{"wrote_to_channel"};     ///< the channel to the grader
inline constexpr MessageKind left_behind{"left_behind"};               ///< `why` it was killed, `process`
inline constexpr MessageKind died_with_output{"died_with_output"};     ///< `why`, `output`

inline constexpr MessageKind undefined_entry{"undefined_entry"};   ///< `entry`
inline constexpr MessageKind cannot_be_loaded{"cannot_be_loaded"}; ///< `error`
inline constexpr MessageKind tampering{"tampering"};               ///< `text`
inline constexpr MessageKind exception{"exception"};               ///< `text`, and `error` of a CUDA call
inline constexpr MessageKind unchecked_error{"unchecked_error"};   ///< `text`, `error`
inline constexpr MessageKind no_memory_left{"no_memory_left"};     ///< `text`
inline constexpr MessageKind device_fault{"device_fault"};         ///< `text`, `error`
inline constexpr MessageKind runner_fault{"runner_fault"};         ///< `fault`, `text`
inline constexpr MessageKind keeper_failed{"keeper_failed"};       ///< `why`

inline constexpr MessageKind launch_limits{"launch_limits"};   ///< advice for a launch that CUDA rejects
inline constexpr MessageKind check_launches{"check_launches"}; ///< advice for unchecked_error

inline constexpr MessageKind happened{"happened"};         ///< `at`: of kind on_case or when_loaded
inline constexpr MessageKind when_loaded{"when_loaded"};   ///< a failure before the first case
inline constexpr MessageKind printed{"printed"};           ///< heads lines of kind printed_line
inline constexpr MessageKind printed_line{"printed_line"}; ///< `text`
inline constexpr MessageKind saved_gpu_time{
    "saved_gpu_time"}; ///< a failure on the simulator before a GPU was used

inline constexpr MessageKind completed{"completed"};         ///< the only case of a replay
inline constexpr MessageKind all_completed{"all_completed"}; ///< `cases`
inline constexpr MessageKind only_one_case{"only_one_case"}; ///< why the other steps are not measured

} // namespace grader::messages

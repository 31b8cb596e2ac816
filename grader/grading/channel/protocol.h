#pragma once

/// @file
/// What grader and runner say to each other. Each request is a JSON object with "do"; each gets one answer.
/// "+" stands before what the bytes are that travel beside it.
///
/// | request | answer |
/// |---|---|
/// | hello | facts about the device |
/// | bell {descriptor} | {}: the doorbell (grading/channel/doorbell.h) behind the descriptor, which is closed |
/// | memory | {free_bytes}: what nobody has of the device's memory now |
/// | load {path, entry} | {} once the student's function is found |
/// | pool {bytes, descriptor} | {}: so many bytes behind the descriptor, copied to the device; it is closed |
/// | allocate {buffers, guards, bare, shared} + args | {}: every buffer between guard bands, or bare, the args struct
/// pointing at them. + a handle for each where another process is to share them |
/// | attach {buffers, bare} + args + handles | {}: the same with buffers that another process allocated |
/// | fill {buffer} + elements | {} |
/// | prepare {poison, windows, flush} | {}: outputs poisoned, inputs copied from the pool and salted, caches cold,
/// device idle. A window is {buffer, from, mask, key}, the last two of kernelsmith/salt.h |
/// | call {by_bell, leave_errors} | {ms, copied_bytes}: the function was called, by the doorbell or at once, and the device is idle
/// again |
/// | attend {poison, windows, flush, looks} | {ms, ready_ms, wake_ms}: another process made a call by the doorbell, for
/// which this one has prepared; the outputs were looked at when that said "done" |
/// | settled | {changed_bytes}: of those that were looked at |
/// | launches | {launches, left_out, unread_nodes, kept}: what the last call launched, as LaunchLog has it |
/// | record {events} | {}: from now on the operations of a call are noted one by one, and with `events` timed |
/// | operations | {operations, left_out, ms}: those of the last call (grading/channel/operation.h) |
/// | fetch {buffer} | {} + its elements |
/// | gather {buffer, indices} | {} + the elements at these places |
/// | guards | {bands: [[bytes before, bytes after], ...]} + all bands, one after the other |
/// | release | {}: everything allocated is freed, everything attached is let go |
/// | finish | {}, and the process ends by itself: a simulator then writes its report |
/// | ceilings | {copy_gb_s, fp32_gflop_s, roots_giga_s} measured by kernels of the runner's own |
///
/// An answer {"error": {kind, text, call, error}} tells of a fault, the last two of a CUDA error: kind is `load`, `symbol`, `exception`, `conduct` (the student's
/// code has changed something of the runner's, or left a thread), `unheard` (a call of theirs has failed, and they have
/// not asked for its error), `device`, `memory`, or `protocol` where the two do not understand each other. The runner never sees an expected value, a seed, or the places that a gather will look at
/// before the call.

#include <cstddef>

namespace grader::protocol {

/// The descriptor at which a runner finds its end of the channel.
inline constexpr int channel_descriptor = 3;
/// The first one at which it finds what else it was given.
inline constexpr int next_descriptor = channel_descriptor + 1;
/// Bytes of a fault's text: a student's exception can say anything, and as much.
inline constexpr std::size_t max_fault_bytes = 4096;
/// Bytes of what stands for shared memory.
inline constexpr std::size_t handle_bytes = 64;
/// Bytes of a guard band on either side of a buffer.
inline constexpr std::size_t guard_bytes = 4096;
/// A buffer's block of memory, bands included, ends at a multiple of this.
inline constexpr std::size_t block_alignment = 256;
/// Shapes of launches that a log has room for. Programs that halve their grids need some dozens, and those that walk
/// along the diagonals of a large matrix some thousands.
inline constexpr std::size_t max_launch_shapes = 8192;
/// Operations of a call that a timeline has room for.
inline constexpr std::size_t max_operations = 4096;

/// Bytes that a runner writes to empty a cache of @p cache_bytes.
constexpr std::size_t flush_bytes(std::size_t cache_bytes) {
    constexpr std::size_t smallest = std::size_t{1} << 20;
    return 4 * (cache_bytes > smallest ? cache_bytes : smallest);
}

} // namespace grader::protocol

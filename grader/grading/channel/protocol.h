#pragma once

/// @file
/// The protocol between grader and runner. Each request is a JSON object with the member "do"; each gets one
/// response. The text after "+" names the raw bytes that travel with the document.
///
/// | request | response |
/// |---|---|
/// | hello | facts about the device |
/// | bell {descriptor} | {}: maps the doorbell (grading/channel/doorbell.h) of the descriptor, and closes it |
/// | memory | {free_bytes}: free memory of the device |
/// | load {path, entry} | {} after the student's function is found |
/// | pool {bytes, descriptor} | {}: copies `bytes` bytes from the descriptor to the device, and closes it |
/// | allocate {buffers, calls, guards, bare, shared} + args | {}: allocates every buffer between guard bands, or
/// bare, and sets the pointers in the args structs, one per call of the function. + a handle per buffer if
/// another process will share it |
/// | attach {buffers, calls, bare} + args + handles | {}: as allocate, with buffers that another process
/// allocated |
/// | fill {buffer} + elements | {} |
/// | prepare {poison, windows, flush} | {}: poisons the outputs, copies the inputs from the pool and salts
/// them, empties the caches, and waits until the device is idle. A window is {buffer, from, mask, key}, the
/// last two of kernelsmith/salt.h |
/// | call {by_bell, leave_errors} | {ms, copied_bytes}: calls the function with each args struct, by the doorbell or at
/// once, and waits until the device is idle again |
/// | attend {poison, windows, flush, looks} | {ms, ready_ms, wake_ms}: supervises a call that another process
/// makes by the doorbell. This process prepares the buffers, and reads the spot checks of the outputs when
/// the word is "done" |
/// | settled | {changed_bytes}: bytes of the spot checks that have changed since "done" |
/// | launches | {launches, dropped, unread_nodes, kept}: the launches of the last call, as in LaunchLog |
/// | record {events} | {}: from now on, operations are recorded one by one, and timed with `events` |
/// | operations | {operations, dropped, ms}: the operations of the last call (grading/channel/operation.h) |
/// | fetch {buffer} | {} + its elements |
/// | gather {buffer, indices} | {} + the elements at these indices |
/// | guards | {bands: [[bytes before, bytes after], ...]} + all bands, one after the other |
/// | release | {}: frees every allocated buffer and detaches every attached one |
/// | finish | {}, and the process exits by itself: a simulator then writes its report |
/// | ceilings | {copy_gb_s, fp32_gflop_s, roots_giga_s} measured by kernels of the runner's own |
///
/// A response {"error": {kind, text, call, error}} reports a fault; `call` and `error` are those of a CUDA
/// error. The kind is `load`, `symbol`, `exception`, `conduct` (the student's code has changed state of the
/// runner, or left a thread running), `unheard` (a CUDA call of the student's code has failed, and the code
/// has not checked for the error), `device`, `memory`, or `protocol` if one side does not understand the
/// other. The runner never receives an expected value, a seed, or, before the call, the indices that a gather
/// will read.

#include <cstddef>

namespace grader::protocol {

/// Descriptor number of the runner's end of the channel.
inline constexpr int channel_descriptor = 3;
/// First of the descriptor numbers of everything else that the runner is given.
inline constexpr int next_descriptor = channel_descriptor + 1;
/// Bytes of a fault's text; bounded, because a student's exception can have a text of any length.
inline constexpr std::size_t max_fault_bytes = 4096;
/// Bytes of an IPC handle for shared device memory.
inline constexpr std::size_t handle_bytes = 64;
/// Bytes of a guard band on either side of a buffer.
inline constexpr std::size_t guard_bytes = 4096;
/// Alignment in bytes of the end of a buffer's allocation, bands included.
inline constexpr std::size_t block_alignment = 256;
/// Launch shapes per log. Programs that halve their grids need some dozens, and those that traverse the
/// diagonals of a large matrix some thousands.
inline constexpr std::size_t max_launch_shapes = 8192;
/// Operations per call that a timeline records.
inline constexpr std::size_t max_operations = 4096;

/// Bytes that a runner writes to flush a cache of @p cache_bytes.
constexpr std::size_t flush_bytes(std::size_t cache_bytes) {
    constexpr std::size_t smallest = std::size_t{1} << 20;
    return 4 * (cache_bytes > smallest ? cache_bytes : smallest);
}

} // namespace grader::protocol

#pragma once

/// @file
/// What grader and runner say to each other. Each request is a JSON object with "do"; each gets one answer.
/// "+" stands before what the bytes are that travel beside it.
///
/// | request | answer |
/// |---|---|
/// | hello | facts about the device |
/// | memory | {free_bytes}: what nobody has of the device's memory now |
/// | load {path, entry} | {} once the student's function is found |
/// | pool {bytes} | {}: descriptor 4, so many bytes, copied to the device |
/// | allocate {buffers, bare} + args | {}: every buffer between guard bands, or bare, the args struct pointing
/// at them |
/// | fill {buffer} + elements | {} |
/// | prepare {poison, windows, flush} | {}: outputs poisoned, inputs copied from the pool, caches cold,
/// device idle |
/// | call | {ms, copied_bytes}: the function was called and the device is idle again |
/// | launches | {launches, left_out, unread_nodes, kept}: what the last call launched, as LaunchLog has it |
/// | fetch {buffer} | {} + its elements |
/// | gather {buffer, indices} | {} + the elements at these places |
/// | guards | {bands: [[bytes before, bytes after], ...]} + all bands, one after the other |
/// | release | {}: everything allocated is freed |
/// | finish | {}, and the process ends by itself: a simulator then writes its report |
/// | ceilings | {copy_gb_s, fp32_gflop_s, roots_giga_s} measured by kernels of the runner's own |
///
/// An answer {"error": {kind, text}} tells of a fault: kind is `load`, `symbol`, `exception`, `device`,
/// `memory`, or `protocol` where the two do not understand each other. The runner never sees an expected
/// value, a seed, or the places that a gather will look at before the call.

#include <cstddef>

namespace grader::protocol {

/// The descriptor at which a runner finds its end of the channel.
inline constexpr int channel_descriptor = 3;
/// The descriptor at which a runner finds the pool; not open in a runner that was started without one.
inline constexpr int pool_descriptor = 4;
/// Bytes of a guard band on either side of a buffer.
inline constexpr std::size_t guard_bytes = 4096;
/// A buffer's block of memory, bands included, ends at a multiple of this.
inline constexpr std::size_t block_alignment = 256;
/// Shapes of launches that a log has room for. Programs that halve their grids need some dozens, and those that walk
/// along the diagonals of a large matrix some thousands.
inline constexpr std::size_t most_shapes = 8192;

/// Bytes that a runner writes to empty a cache of @p cache_bytes.
constexpr std::size_t flush_bytes(std::size_t cache_bytes) {
    constexpr std::size_t smallest = std::size_t{1} << 20;
    return 4 * (cache_bytes > smallest ? cache_bytes : smallest);
}

} // namespace grader::protocol

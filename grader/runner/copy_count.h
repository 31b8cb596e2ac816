#pragma once

/// @file
/// How many bytes a solution copies between host and device: what a loop that keeps its data on the device
/// does without. Counted are the copies that the CUDA runtime is asked for. Memory that both sides can use, managed
/// or mapped, moves its bytes without a copy, and those are not counted.

#include <cstdint>

#include <driver_types.h>

namespace runner {

/// Counts from now on, from 0.
void start_copy_count();

/// Stops counting. Returns the bytes that were copied from the host to the device and back by the copies of memory,
/// arrays and symbols that started meanwhile.
std::uint64_t stop_copy_count();

/// A copy that starts now moves @p bytes between host and device.
void count_copied(std::uint64_t bytes);

/// In the place of an address: an array or a variable of the device.
inline constexpr const void* on_the_device = nullptr;

/// How many of @p bytes go between host and device on their way from @p from to @p to. @p kind is believed where it
/// names the two sides; where it does not, the addresses are looked at.
std::uint64_t bytes_across(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind);

/// The same of the box @p copy, which may have an array on either side.
std::uint64_t bytes_across(const cudaMemcpy3DParms& copy);
/// The same of the box @p copy between two devices, of which one may be the host's memory after all.
std::uint64_t bytes_across(const cudaMemcpy3DPeerParms& copy);
/// The same of the box @p copy of a batch.
std::uint64_t bytes_across(const cudaMemcpy3DBatchOp& copy);

} // namespace runner

#pragma once

/// @file
/// How many bytes a solution copies between host and device: what a loop that keeps its data on the device
/// does without. Counted are the copies that the CUDA runtime is asked for. Memory that both sides can use, managed
/// or mapped, moves its bytes without a copy, and those are not counted.

#include <cstdint>

#include <driver_types.h>

#include "grading/channel/operation.h"

namespace runner {

/// Counts from now on, from 0.
void start_copy_count();

/// Stops counting. Returns the bytes that were copied from the host to the device and back by the copies of memory,
/// arrays and symbols that started meanwhile.
std::uint64_t stop_copy_count();

/// A copy that starts now moves @p bytes between host and device.
void count_copied(std::uint64_t bytes);

/// In the place of an address: an array of the device.
inline constexpr const void* device_array_address = nullptr;
/// The address of a variable; device_array_address where it is not known.
const void* address_of_symbol(const void* symbol);

/// What a copy moves, and where to.
struct CopyDescription {
    std::uint64_t bytes = 0;                                  ///< all that it moves
    std::uint64_t traffic_bytes = 0;                          ///< OperationTransfers::moved_bytes
    std::uint64_t host_device_bytes = 0;                      ///< of these, between host and device
    grader::Direction direction = grader::Direction::several; ///< with `bytes` 0: not known

    /// Takes in @p other, which is asked for together with this one.
    void add(const CopyDescription& other);
};

/// Bytes that lie in rows, apart from each other in memory.
struct PitchedRows {
    std::uint64_t width = 0; ///< bytes of a row
    std::uint64_t count = 1; ///< rows

    /// All of them.
    [[nodiscard]] std::uint64_t bytes() const { return width * count; }
    /// Those of the sectors that they take.
    [[nodiscard]] std::uint64_t sector_bytes() const;
};

/// A copy of @p rows from @p from to @p to. @p kind is believed where it names the host and the device; where it does
/// not, the addresses are looked at.
CopyDescription describe_copy(const void* to, const void* from, PitchedRows rows, cudaMemcpyKind kind);
/// The same of @p bytes that lie next to each other.
CopyDescription describe_copy(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind);

/// The same of the box @p copy, which may have an array on either side.
CopyDescription describe_copy(const cudaMemcpy3DParms& copy);
/// The same of the box @p copy between two devices, of which one may be the host's memory after all.
CopyDescription describe_copy(const cudaMemcpy3DPeerParms& copy);
/// The same of the box @p copy of a batch.
CopyDescription describe_copy(const cudaMemcpy3DBatchOp& copy);

} // namespace runner

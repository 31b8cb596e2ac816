#pragma once

/// @file
/// Bytes that a solution copies between host and device, which a loop avoids by keeping its data on the
/// device. Only copies through the CUDA runtime are counted. Managed and mapped memory moves its bytes
/// without a copy, and those bytes are not counted.

#include <cstdint>

#include <driver_types.h>

#include "grading/channel/operation.h"

namespace runner {

/// Starts counting at 0.
void start_copy_count();

/// Stops counting. Returns the bytes copied between host and device, in both directions, by copies of memory,
/// arrays and symbols that started since start_copy_count().
std::uint64_t stop_copy_count();

/// Records that a copy which starts now moves @p bytes between host and device.
void count_copied(std::uint64_t bytes);

/// Stands for the address of a device array, which has none.
inline constexpr const void* device_array_address = nullptr;
/// Returns the address of a device variable; device_array_address if it is unknown.
const void* address_of_symbol(const void* symbol);

/// Amount and direction of a copy.
struct CopyDescription {
    std::uint64_t bytes = 0;                                  ///< bytes that the copy moves
    std::uint64_t traffic_bytes = 0;                          ///< memory or bus traffic in bytes, see
                                                              ///< OperationTransfers::moved_bytes
    std::uint64_t host_device_bytes = 0;                      ///< the part of `bytes` between host and device
    grader::Direction direction = grader::Direction::several; ///< unknown if `bytes` is 0

    /// Adds @p other, a copy that the same call submits.
    void add(const CopyDescription& other);
};

/// Bytes in rows with a pitch between them.
struct PitchedRows {
    std::uint64_t width = 0; ///< bytes per row
    std::uint64_t count = 1; ///< number of rows

    /// Returns the bytes of all rows.
    [[nodiscard]] std::uint64_t bytes() const { return width * count; }
    /// Returns the bytes of the sectors that all rows touch.
    [[nodiscard]] std::uint64_t sector_bytes() const;
};

/// Describes a copy of @p rows from @p from to @p to. If @p kind names host and device, it decides the
/// direction; otherwise the kinds of the addresses do.
CopyDescription describe_copy(const void* to, const void* from, PitchedRows rows, cudaMemcpyKind kind);
/// Describes a copy of @p bytes contiguous bytes from @p from to @p to.
CopyDescription describe_copy(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind);

/// Describes the 3D copy @p copy, which may have an array on either side.
CopyDescription describe_copy(const cudaMemcpy3DParms& copy);
/// Describes the 3D copy @p copy between two devices; either side may be host memory.
CopyDescription describe_copy(const cudaMemcpy3DPeerParms& copy);
/// Describes the 3D copy @p copy of a batch.
CopyDescription describe_copy(const cudaMemcpy3DBatchOp& copy);

} // namespace runner

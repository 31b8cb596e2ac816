#pragma once

/// @file
/// Memory that nodes of graphs allocate and free.

#include <cstdint>
#include <map>
#include <optional>

#include "memory/device_memory.h"
#include "runtime/graphs.h"

namespace simulator::runtime {

/// Allocations of the nodes of all graphs. The address is reserved when the node is created. Memory is
/// allocated by each launch of the node and exists until it is freed.
class GraphMemory {
public:
    /// Reservation of one node.
    struct Reservation {
        std::uint64_t bytes = 0;    ///< requested bytes
        CallSite made = {};         ///< call that created the node
        bool freed_inside = false;  ///< freed by its own graph
        bool freed_outside = false; ///< may be freed by another graph
    };
    /// Memory usage of graphs in bytes.
    struct Usage {
        std::uint64_t used = 0;          ///< current
        std::uint64_t used_high = 0;     ///< maximum since the last reset
        std::uint64_t reserved = 0;      ///< maximum since the last trim
        std::uint64_t reserved_high = 0; ///< maximum since the last reset
    };

    /// Reserves an address range for @p bytes. Returns 0 if there is none.
    Address add(DeviceMemory& memory, std::uint64_t bytes, CallSite made);
    /// Returns the reservation that begins at @p address; null if there is none.
    Reservation* find(Address address);
    /// Returns the bytes from @p address to the end of the reservation that contains it; empty if there is
    /// none.
    [[nodiscard]] std::optional<std::uint64_t> bytes_from(Address address) const;

    /// Updates the usage and returns it.
    Usage usage(const DeviceMemory& memory);
    /// Releases reserved memory that is not used.
    void trim(const DeviceMemory& memory);
    /// Resets the maximum of used memory.
    void reset_used_high() { usage_.used_high = 0; }
    /// Resets the maximum of reserved memory.
    void reset_reserved_high() { usage_.reserved_high = 0; }
    /// Forgets all reservations.
    void clear() { *this = {}; }

private:
    std::map<Address, Reservation> reservations_; ///< keyed by start address
    Usage usage_;
};

/// Creates a node that allocates memory, and writes the address into @p params.
GraphNode alloc_node(Runtime& runtime, cudaMemAllocNodeParams& params, const char* function,
                     const void* caller);
/// Creates a node of @p graph that frees memory which a node of this or another graph allocates.
GraphNode free_node(Runtime& runtime, const Graph& graph, const void* pointer, const char* function,
                    const void* caller);

/// Claims the memory of a graph that is about to be launched: allocations of its nodes exist from now on, and
/// the memory that they free is marked for release. Rejects an allocation that still exists, unless the graph
/// frees it by itself, and a free of memory that does not exist.
void claim_memory(Runtime& runtime, const GraphExec& executable);

} // namespace simulator::runtime

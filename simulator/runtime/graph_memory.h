#pragma once

/// @file
/// Memory that nodes of graphs allocate and free.

#include <cstdint>
#include <map>
#include <optional>

#include "memory/device_memory.h"
#include "runtime/graphs.h"

namespace simulator::runtime {

/// What the nodes of all graphs allocate. The address is fixed when the node is made. There is memory from a launch of
/// the node until somebody frees it, and again at the next launch.
class GraphMemory {
public:
    /// What one node allocates.
    struct Reservation {
        std::uint64_t bytes = 0;    ///< as they were asked for
        CallSite made = {};         ///< where the node was made
        bool freed_inside = false;  ///< its own graph frees it
        bool freed_outside = false; ///< another graph may
    };
    /// Bytes that pieces have.
    struct Usage {
        std::uint64_t used = 0;          ///< now
        std::uint64_t used_high = 0;     ///< the most since it was set back
        std::uint64_t reserved = 0;      ///< the most since they were trimmed
        std::uint64_t reserved_high = 0; ///< the most since it was set back
    };

    /// Finds an address for @p bytes. 0 when there is none.
    Address add(DeviceMemory& memory, std::uint64_t bytes, CallSite made);
    /// What begins at @p address; null when nothing does.
    Reservation* find(Address address);
    /// How many bytes of a piece there are from an address inside it on; nothing for any other.
    [[nodiscard]] std::optional<std::uint64_t> bytes_from(Address address) const;

    /// How much there is.
    Usage usage(const DeviceMemory& memory);
    /// Gives back what is not used.
    void trim(const DeviceMemory& memory);
    /// Sets the highest amounts back.
    void reset_used_high() { usage_.used_high = 0; }
    /// The same for what is reserved.
    void reset_reserved_high() { usage_.reserved_high = 0; }
    /// Forgets all.
    void clear() { *this = {}; }

private:
    std::map<Address, Reservation> reservations_; ///< by where they begin
    Usage usage_;
};

/// A node of @p graph that allocates, at the address that it writes into the parameters.
GraphNode alloc_node(Runtime& runtime, cudaMemAllocNodeParams& params, const char* function,
                     const void* caller);
/// A node of @p graph that frees what a node of this or another graph allocates.
GraphNode free_node(Runtime& runtime, const Graph& graph, const void* pointer, const char* function,
                    const void* caller);

/// A graph is to be launched: what its nodes allocate is there from now on, what they free is on its way out. Refuses
/// what is there still, unless the graph frees that by itself, and what is to be freed and is not there.
void claim_memory(Runtime& runtime, const GraphExec& executable);

} // namespace simulator::runtime

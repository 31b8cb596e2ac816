#include "runtime/graph_memory.h"

#include <algorithm>
#include <iterator>

#include "checks/global_shadow.h"
#include "finding_messages/order_messages.h"
#include "protocol/errors.h"
#include "runtime/calls.h"
#include "runtime/graph_table.h"
#include "runtime/memory.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"
#include "runtime/uses.h"

namespace simulator::runtime {

namespace order_messages = kernelsmith::order_messages;

namespace {

/// Calls @p act for each node, and for the nodes of child graphs, in their order.
template <class Act> void for_each_node(const Graph& graph, Act act) {
    for (const auto& node : graph.nodes) {
        act(*node);
        if (node->child != nullptr) for_each_node(*node->child, act);
    }
}

std::optional<Address> allocated_by(const GraphNode& node) {
    const auto* const params = std::get_if<cudaMemAllocNodeParams>(&node.params);
    return params == nullptr ? std::nullopt : std::optional(address_of(params->dptr));
}

std::optional<Address> freed_by(const GraphNode& node) {
    const auto* const params = std::get_if<FreeNode>(&node.params);
    return params == nullptr ? std::nullopt : std::optional(params->address);
}

bool stays_allocated(const DeviceMemory& memory, Address address) {
    const Allocation* const allocation = memory.find(address);
    return allocation != nullptr && !allocation->is_release_pending;
}

/// Rejects a launch that allocates memory which exists, or frees memory which does not.
void check_claims(const DeviceMemory& memory, const GraphExec& executable) {
    const bool frees_first = (executable.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
    std::map<Address, bool> there;
    const auto is_there = [&](Address address) {
        const auto known = there.find(address);
        return known == there.end() ? stays_allocated(memory, address) : known->second;
    };
    for_each_node(executable.graph, [&](const GraphNode& node) {
        if (const auto address = allocated_by(node)) {
            require(frees_first || !is_there(*address));
            there[*address] = true;
        }
        if (const auto address = freed_by(node)) {
            require(is_there(*address));
            there[*address] = false;
        }
    });
}

} // namespace

Address GraphMemory::add(DeviceMemory& memory, std::uint64_t bytes, CallSite made) {
    const Address begin = memory.reserve(bytes);
    if (begin != 0) reservations_[begin] = {.bytes = bytes, .made = std::move(made)};
    return begin;
}

GraphMemory::Reservation* GraphMemory::find(Address address) {
    const auto found = reservations_.find(address);
    return found == reservations_.end() ? nullptr : &found->second;
}

std::optional<std::uint64_t> GraphMemory::bytes_from(Address address) const {
    const auto next = reservations_.upper_bound(address);
    if (next == reservations_.begin()) return std::nullopt;
    const auto& [begin, reservation] = *std::prev(next);
    return address - begin < reservation.bytes ? std::optional(reservation.bytes - (address - begin))
                                               : std::nullopt;
}

GraphMemory::Usage GraphMemory::usage(const DeviceMemory& memory) {
    usage_.used = 0;
    for (const auto& [begin, reservation] : reservations_) {
        usage_.used += memory.find(begin) != nullptr ? reservation.bytes : 0;
    }
    usage_.used_high = std::max(usage_.used_high, usage_.used);
    usage_.reserved = std::max(usage_.reserved, usage_.used);
    usage_.reserved_high = std::max(usage_.reserved_high, usage_.reserved);
    return usage_;
}

void GraphMemory::trim(const DeviceMemory& memory) { usage_.reserved = usage(memory).used; }

GraphNode alloc_node(Runtime& runtime, cudaMemAllocNodeParams& params, const char* function,
                     const void* caller) {
    const Address address = runtime.graphs().memory.add(runtime.memory().device, params.bytesize,
                                                        runtime.calls().site_of(function, caller));
    require(address != 0, cudaErrorMemoryAllocation);
    params.dptr = pointer_to(address);
    cudaMemAllocNodeParams stored_params = params;
    stored_params.accessDescs = nullptr; // in the program's memory, and only of use to other GPUs
    stored_params.accessDescCount = 0;
    return {.type = cudaGraphNodeTypeMemAlloc,
            .work =
                [address, function, caller](Runtime& later) {
                    record_use_of_allocation(later, address, function, order_messages::allocates_memory,
                                             caller);
                    if (const Allocation* const fresh = later.memory().device.find(address)) {
                        later.shadow().forget(fresh->id); // contents of the previous launch are lost
                    }
                },
            .params = stored_params};
}

GraphNode free_node(Runtime& runtime, const Graph& graph, const void* pointer, const char* function,
                    const void* caller) {
    const Address address = address_of(pointer);
    GraphMemory::Reservation* const reservation = runtime.graphs().memory.find(address);
    require(reservation != nullptr && !reservation->freed_inside);
    bool inside = false;
    bool again = false;
    for_each_node(graph, [&](const GraphNode& node) {
        inside = inside || allocated_by(node) == address;
        again = again || freed_by(node) == address;
    });
    require(!again && !(inside && reservation->freed_outside));
    (inside ? reservation->freed_inside : reservation->freed_outside) = true;
    return {.type = cudaGraphNodeTypeMemFree,
            .work =
                [address, site = runtime.calls().site_of(function, caller)](Runtime& later) {
                    record_use_of_allocation(later, address, site.function, order_messages::frees_memory,
                                             site.caller);
                    release(later, address, site);
                },
            .params = FreeNode{address}};
}

void claim_memory(Runtime& runtime, const GraphExec& executable) {
    if (!has_memory_nodes(executable.graph)) return;
    check_claims(runtime.memory().device, executable);
    std::vector<Address> claimed;
    for_each_node(executable.graph, [&](const GraphNode& node) {
        const auto address = allocated_by(node);
        if (!address || stays_allocated(runtime.memory().device, *address)) return;
        const GraphMemory::Reservation& reservation = *runtime.graphs().memory.find(*address);
        const Allocation* const allocation =
            runtime.memory().device.claim(*address, reservation.bytes, AllocationOrigin::async,
                                          reservation.made);
        if (allocation == nullptr) {
            for (const Address begin : claimed) {
                runtime.memory().device.announce_release(begin); // withdrawn by the claim
                runtime.memory().device.release(begin, reservation.made);
            }
            throw ApiError(cudaErrorMemoryAllocation);
        }
        claimed.push_back(*address);
    });
    for_each_node(executable.graph, [&](const GraphNode& node) {
        if (const auto address = freed_by(node)) runtime.memory().device.announce_release(*address);
    });
    runtime.graphs().memory.usage(runtime.memory().device); // updates the maxima
}

} // namespace simulator::runtime

// Runtime functions whose argument types do not determine how they are marshalled, and unsupported ones.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "client/request.h"

namespace simulator::client {

namespace {

using protocol::CallId;

/// Sends a call, waits, and passes the reply to @p take.
template <class Put, class Take>
cudaError_t send_and_wait(CallId call, const void* caller, Put put, Take take) {
    Request request(call, caller);
    if (!request.is_possible()) {
        return error_after_fork();
    }
    put(request.arguments());
    const std::int32_t status = request.send_and_wait();
    protocol::Reader answer = request.answer();
    take(answer, status == cudaSuccess);
    return record_result(call, status);
}

std::uint8_t is_non_null(const void* pointer) { return pointer != nullptr ? 1 : 0; }

void take_bytes(protocol::Reader& in, void* to, std::size_t bytes) {
    if (to != nullptr) {
        const auto taken = in.get_bytes(std::min(bytes, in.rest().size()));
        std::memcpy(to, taken.data(), taken.size());
    }
}

/// Output lists for nodes and for edge data that a program passed to a graph query.
struct NodeLists {
    cudaGraphNode_t* first = nullptr;
    cudaGraphNode_t* second = nullptr;
    cudaGraphEdgeData* data = nullptr;
    std::size_t* count = nullptr; ///< in: capacity of the lists. Out: number of elements
};

template <class Handle>
cudaError_t get_node_lists(const NodeLists& lists, CallId call, const void* caller, Handle handle) {
    const std::size_t room = lists.count == nullptr ? 0 : *lists.count;
    const unsigned wanted =
        is_non_null(lists.first) | is_non_null(lists.second) << 1 | is_non_null(lists.data) << 2;
    return send_and_wait(
        call, caller,
        [&](protocol::Writer& out) {
            out.put(handle);
            out.put(static_cast<std::uint8_t>(wanted));
            out.put(is_non_null(lists.count));
            out.put(room);
        },
        [&](protocol::Reader& in, bool) {
            const auto there = in.get<std::size_t>();
            if (lists.count == nullptr) {
                return;
            }
            const std::size_t bytes_each =
                (is_non_null(lists.first) + is_non_null(lists.second)) * sizeof(cudaGraphNode_t) +
                is_non_null(lists.data) * sizeof(cudaGraphEdgeData);
            const std::size_t given = bytes_each == 0 ? 0 : in.rest().size() / bytes_each;
            take_bytes(in, lists.first, given * sizeof(cudaGraphNode_t));
            take_bytes(in, lists.second, given * sizeof(cudaGraphNode_t));
            take_bytes(in, lists.data, given * sizeof(cudaGraphEdgeData));
            *lists.count = there;
        });
}

/// Returns the size of a pool attribute, which is an int or 64 bits.
std::size_t bytes_of(cudaMemPoolAttr attribute) {
    const bool is_switch = attribute == cudaMemPoolReuseFollowEventDependencies ||
                           attribute == cudaMemPoolReuseAllowOpportunistic ||
                           attribute == cudaMemPoolReuseAllowInternalDependencies;
    return is_switch ? sizeof(int) : sizeof(std::uint64_t);
}

/// Returns a copy of @p text that lives as long as the process.
const char* interned(const std::string& text) {
    static std::mutex mutex;
    static std::set<std::string> texts;
    const std::lock_guard lock(mutex);
    return texts.insert(text).first->c_str();
}

cudaError_t refuse(const char* name, const void* caller) {
    return send_and_wait(
        CallId::unsupported, caller, [&](protocol::Writer& out) { out.put_text(name); },
        [](protocol::Reader&, bool) {});
}

} // namespace

} // namespace simulator::client

using namespace simulator::client;
using simulator::protocol::CallId;
using simulator::protocol::Reader;
using simulator::protocol::Writer;

#define CALLER __builtin_return_address(0)

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return send_and_wait(
        CallId::cudaDeviceGetPCIBusId, CALLER,
        [&](Writer& out) {
            out.put(is_non_null(text));
            out.put(length);
            out.put(device);
        },
        [&](Reader& in, bool answered) {
            if (answered) {
                const std::string name = in.get_text();
                std::memcpy(text, name.c_str(), name.size() + 1);
            }
        });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return send_and_wait(
        CallId::cudaFuncGetName, CALLER,
        [&](Writer& out) {
            out.put(is_non_null(name));
            out.put(function);
        },
        [&](Reader& in, bool answered) {
            if (answered) {
                *name = interned(in.get_text());
            }
        });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return get_node_lists({.first = nodes, .count = count}, CallId::cudaGraphGetNodes, CALLER, graph);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return get_node_lists({.first = nodes, .count = count}, CallId::cudaGraphGetRootNodes, CALLER, graph);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, std::size_t* count) {
    return get_node_lists({from, to, data, count}, CallId::cudaGraphGetEdges, CALLER, graph);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* data, std::size_t* count) {
    return get_node_lists({.first = nodes, .data = data, .count = count},
                          CallId::cudaGraphNodeGetDependencies, CALLER, node);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* data, std::size_t* count) {
    return get_node_lists({.first = nodes, .data = data, .count = count},
                          CallId::cudaGraphNodeGetDependentNodes, CALLER, node);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return send_and_wait(
        CallId::cudaMemPoolGetAttribute, CALLER,
        [&](Writer& out) {
            out.put(pool);
            out.put(attribute);
            out.put(is_non_null(value));
        },
        [&](Reader& in, bool answered) {
            if (answered) {
                take_bytes(in, value, bytes_of(attribute));
            }
        });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return send_and_wait(
        CallId::cudaMemPoolSetAttribute, CALLER,
        [&](Writer& out) {
            std::uint64_t number = 0;
            if (value != nullptr) {
                std::memcpy(&number, value, bytes_of(attribute));
            }
            out.put(pool);
            out.put(attribute);
            out.put(is_non_null(value));
            out.put(number);
        },
        [](Reader&, bool) {});
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t bytes) {
    return send_and_wait(
        CallId::cudaMemRangeGetAttribute, CALLER,
        [&](Writer& out) {
            out.put(is_non_null(data));
            out.put(static_cast<std::uint64_t>(data_bytes));
            out.put(attribute);
            out.put(pointer);
            out.put(bytes);
        },
        [&](Reader& in, bool answered) {
            if (answered) {
                take_bytes(in, data, data_bytes);
            }
        });
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes, cudaMemRangeAttribute* attributes,
                                      std::size_t count, const void* pointer, std::size_t bytes) {
    const bool given = data != nullptr && data_bytes != nullptr && attributes != nullptr;
    const std::size_t there = given ? count : 0;
    return send_and_wait(
        CallId::cudaMemRangeGetAttributes, CALLER,
        [&](Writer& out) {
            out.put(static_cast<std::uint32_t>(there));
            for (std::size_t n = 0; n < there; ++n) {
                out.put(attributes[n]);
                out.put(is_non_null(data[n]));
                out.put(static_cast<std::uint64_t>(data_bytes[n]));
            }
            out.put(pointer);
            out.put(bytes);
        },
        [&](Reader& in, bool answered) {
            for (std::size_t n = 0; answered && n < there; ++n) {
                take_bytes(in, data[n], data_bytes[n]);
            }
        });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    const int there = devices == nullptr ? 0 : std::clamp(count, 0, 1024);
    return send_and_wait(
        CallId::cudaSetValidDevices, CALLER,
        [&](Writer& out) {
            out.put(is_non_null(devices));
            out.put(count);
            for (int n = 0; n < there; ++n) {
                out.put(devices[n]);
            }
        },
        [](Reader&, bool) {});
}

// Declared elsewhere with their parameters, which do not matter here: the caller cleans up its stack.
#define UNSUPPORTED(name)                                     \
    extern "C" cudaError_t simulator_##name() __asm__(#name); \
    cudaError_t simulator_##name() { return refuse(#name, CALLER); }
#include "protocol/unsupported.def"

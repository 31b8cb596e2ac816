// Graph nodes that copy from or to device variables.

#include "finding_messages/call_messages.h"
#include "runtime/api/entry.h"
#include "runtime/api/node_changes.h"
#include "runtime/api/symbol_parts.h"

namespace call_messages = kernelsmith::call_messages;
using namespace simulator::runtime;

namespace {

/// A copy between a variable and other memory.
struct SymbolCopy {
    const void* symbol;
    std::size_t bytes;
    std::size_t offset;
    cudaMemcpyKind kind;
    const void* caller;
};

GraphNode node_to_symbol(Runtime& runtime, const SymbolCopy& copy, const void* from) {
    char* const to = part_of_symbol(runtime, copy.symbol, copy.bytes, copy.offset, call_messages::copy_writes,
                                    copy.caller);
    require(copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice ||
                copy.kind == cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    return copy_node(runtime, copy_params(to, from, copy.bytes, copy.kind), copy.caller);
}

GraphNode node_from_symbol(Runtime& runtime, void* to, const SymbolCopy& copy) {
    const char* const from =
        part_of_symbol(runtime, copy.symbol, copy.bytes, copy.offset, call_messages::copy_reads, copy.caller);
    require(copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice ||
                copy.kind == cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    return copy_node(runtime, copy_params(to, from, copy.bytes, copy.kind), copy.caller);
}

} // namespace

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, std::size_t count,
                                           const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
    const SymbolCopy copy{symbol, bytes, offset, kind, CALLER};
    const auto make = [&](Runtime& runtime, Graph&) { return node_to_symbol(runtime, copy, from); };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, std::size_t count, void* to,
                                             const void* symbol, std::size_t bytes, std::size_t offset,
                                             cudaMemcpyKind kind) {
    const SymbolCopy copy{symbol, bytes, offset, kind, CALLER};
    const auto make = [&](Runtime& runtime, Graph&) { return node_from_symbol(runtime, to, copy); };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* from,
                                                 std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
    const SymbolCopy copy{symbol, bytes, offset, kind, CALLER};
    const auto make = [&](Runtime& runtime, GraphNode&) { return node_to_symbol(runtime, copy, from); };
    return set_params(node, make, __func__);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to, const void* symbol,
                                                   std::size_t bytes, std::size_t offset,
                                                   cudaMemcpyKind kind) {
    const SymbolCopy copy{symbol, bytes, offset, kind, CALLER};
    const auto make = [&](Runtime& runtime, GraphNode&) { return node_from_symbol(runtime, to, copy); };
    return set_params(node, make, __func__);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                     const void* symbol, const void* from, std::size_t bytes,
                                                     std::size_t offset, cudaMemcpyKind kind) {
    const SymbolCopy copy{symbol, bytes, offset, kind, CALLER};
    const auto make = [&](Runtime& runtime, GraphNode&) { return node_to_symbol(runtime, copy, from); };
    return set_params(executable, node, make, __func__);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                       void* to, const void* symbol, std::size_t bytes,
                                                       std::size_t offset, cudaMemcpyKind kind) {
    const SymbolCopy copy{symbol, bytes, offset, kind, CALLER};
    const auto make = [&](Runtime& runtime, GraphNode&) { return node_from_symbol(runtime, to, copy); };
    return set_params(executable, node, make, __func__);
}

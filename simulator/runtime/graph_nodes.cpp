#include "runtime/graph_nodes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "analysis/kernel.h"
#include "loading/module.h"
#include "loading/registry.h"
#include "protocol/errors.h"
#include "runtime/arguments.h"
#include "runtime/array_copy.h"
#include "runtime/graph_table.h"
#include "runtime/launch.h"
#include "runtime/memory.h"
#include "runtime/runtime.h"
#include "runtime/streams.h"

namespace simulator::runtime {

namespace {

// The token for the arguments of a node is its handle with this bit set. No address of an array of pointers
// has the bit.
constexpr std::uintptr_t arguments_bit = 1;

void** arguments_token(const GraphNode& node) {
    return reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(&node) | arguments_bit);
}

/// Returns the node whose arguments a token represents; null if @p word is not a token.
const GraphNode* node_of_arguments_token(Runtime& runtime, void* const* word) {
    const auto bits = reinterpret_cast<std::uintptr_t>(word);
    if ((bits & arguments_bit) == 0) return nullptr;
    return &node_at(runtime, reinterpret_cast<cudaGraphNode_t>(bits & ~arguments_bit)).node();
}

/// Returns the packed arguments that a program passes for a node.
std::vector<std::byte> arguments_of(Runtime& runtime, const cudaKernelNodeParams& params,
                                    const Kernel& code) {
    void* const* const given = params.extra != nullptr ? params.extra : params.kernelParams;
    if (const GraphNode* const other = node_of_arguments_token(runtime, given)) {
        const auto* const reported = std::get_if<KernelNode>(&other->params);
        require(reported != nullptr && reported->arguments.size() >= code.parameter_bytes);
        return {reported->arguments.begin(), reported->arguments.begin() + code.parameter_bytes};
    }
    return params.extra != nullptr ? read_argument_block(code, params.extra)
                                   : read_arguments(code, params.kernelParams);
}

Graph* graph_in(Graph& graph, cudaGraph_t wanted) {
    if (reinterpret_cast<cudaGraph_t>(&graph) == wanted) return &graph;
    for (const auto& node : graph.nodes) {
        Graph* const inside = node->child == nullptr ? nullptr : graph_in(*node->child, wanted);
        if (inside != nullptr) return inside;
    }
    return nullptr;
}

std::optional<NodeLocation> node_in(Graph& graph, cudaGraphNode_t wanted) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        const GraphNode& node = *graph.nodes[n];
        if (handle_of(&node) == wanted) return NodeLocation{&graph, n};
        const auto inside = node.child == nullptr ? std::nullopt : node_in(*node.child, wanted);
        if (inside) return inside;
    }
    return std::nullopt;
}

} // namespace

KernelNode kernel_params(const void* function, const LaunchShape& shape, std::vector<std::byte> arguments) {
    return {function, shape.grid, shape.block, shape.dynamic_shared, shape.cooperative, std::move(arguments)};
}

GraphNode kernel_node(Runtime& runtime, const cudaKernelNodeParams& params, bool cooperative) {
    KernelHandle& kernel = kernel_of(runtime, params.func);
    require(params.kernelParams == nullptr || params.extra == nullptr);
    const LaunchShape shape{params.gridDim, params.blockDim, params.sharedMemBytes, cooperative};
    const auto code = kernel.module->kernel(runtime.memory().device, kernel.name);
    std::vector<std::byte> arguments = arguments_of(runtime, params, *code);
    Work work = launch_of(runtime, kernel, shape, [&](const Kernel&) { return arguments; });
    KernelNode reported = kernel_params(params.func, shape, std::move(arguments));
    reported.packed_in_extra = params.extra != nullptr;
    return {.type = cudaGraphNodeTypeKernel, .work = std::move(work), .params = std::move(reported)};
}

cudaKernelNodeParams reported_params(Runtime& runtime, const GraphNode& node) {
    const auto& kernel = std::get<KernelNode>(node.params);
    cudaKernelNodeParams reported = {};
    reported.func = const_cast<void*>(runtime.registry().host_of(kernel.function));
    reported.gridDim = kernel.grid;
    reported.blockDim = kernel.block;
    reported.sharedMemBytes = static_cast<unsigned>(kernel.dynamic_shared);
    // In the member in which they were passed.
    if (!kernel.arguments.empty()) {
        (kernel.packed_in_extra ? reported.extra : reported.kernelParams) = arguments_token(node);
    }
    return reported;
}

GraphNode copy_node(Runtime& runtime, const cudaMemcpy3DParms& params, const void* caller) {
    // A contiguous copy needs no pitch, and programs may omit it.
    cudaMemcpy3DParms complete = params;
    for (cudaPitchedPtr* const side : {&complete.dstPtr, &complete.srcPtr}) {
        if (side->pitch == 0 && params.extent.height == 1 && params.extent.depth == 1) {
            *side = {side->ptr, params.extent.width, params.extent.width, 1};
        }
    }
    const CopyRequest request = request_of(runtime, complete, caller);
    return {.type = cudaGraphNodeTypeMemcpy, .work = deferred_copy(runtime, request), .params = params};
}

cudaMemcpy3DParms copy_params(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    cudaMemcpy3DParms params = {};
    params.dstPtr = {to, 0, 0, 0};
    params.srcPtr = {const_cast<void*>(from), 0, 0, 0};
    params.extent = {bytes, 1, 1};
    params.kind = kind;
    return params;
}

cudaMemcpy3DParms copy_params(const CopyRequest& request) {
    const Rows& rows = request.rows;
    const auto pitched = [&](const void* begin, const Layout& layout) {
        const std::size_t pitch = layout.pitch == 0 ? rows.width : layout.pitch;
        const std::size_t height = layout.layer == 0 || pitch == 0 ? rows.count : layout.layer / pitch;
        return cudaPitchedPtr{const_cast<void*>(begin), pitch, rows.width, height};
    };
    cudaMemcpy3DParms params = {};
    params.dstPtr = pitched(request.to.begin, request.to.layout);
    params.srcPtr = pitched(request.from.begin, request.from.layout);
    params.extent = {rows.width, rows.count, rows.layers};
    params.kind = request.kind;
    return params;
}

GraphNode fill_node(Runtime& runtime, const cudaMemsetParams& params, const void* caller) {
    const std::array sizes = {1U, 2U, 4U};
    require(std::ranges::find(sizes, params.elementSize) != sizes.end());
    require(params.width != 0 && params.height != 0);
    require(reinterpret_cast<std::uintptr_t>(params.dst) % params.elementSize == 0);
    const std::size_t width = checked_product(params.width, params.elementSize);
    require(params.height == 1 || width <= params.pitch);
    const FillRequest request{{params.dst, {params.pitch, 0}},
                              {width, params.height},
                              static_cast<int>(params.value),
                              caller,
                              params.elementSize};
    return {.type = cudaGraphNodeTypeMemset, .work = deferred_fill(runtime, request), .params = params};
}

cudaMemsetParams fill_params(const FillRequest& request) {
    const Rows& rows = request.rows;
    return {request.to.begin,
            request.to.layout.pitch,
            static_cast<unsigned>(request.value),
            request.element_bytes,
            rows.width,
            rows.count * rows.layers};
}

GraphNode host_node(const cudaHostNodeParams& params) {
    require(params.fn != nullptr);
    return {.type = cudaGraphNodeTypeHost,
            .work =
                [params](Runtime& later) {
                    if (Program* const program = later.service_program()) {
                        program->call(params.fn, params.userData);
                    }
                },
            .params = params};
}

GraphNode event_node(Runtime& runtime, cudaGraphNodeType type, cudaEvent_t event) {
    require(runtime.streams().events.find(event) != nullptr);
    return {.type = type, .event = event};
}

GraphNode child_node(const Graph& graph) {
    require(!has_memory_nodes(graph), cudaErrorNotSupported);
    return {.type = cudaGraphNodeTypeGraph, .child = std::make_shared<Graph>(copy_of(graph))};
}

Graph& graph_at(Runtime& runtime, cudaGraph_t graph) {
    Graph* found = runtime.graphs().graphs.find(graph);
    if (found == nullptr) {
        runtime.graphs().graphs.each(
            [&](Graph& one) { found = found == nullptr ? graph_in(one, graph) : found; });
    }
    require(found != nullptr);
    return *found;
}

NodeLocation node_at(Runtime& runtime, cudaGraphNode_t node) {
    std::optional<NodeLocation> found;
    runtime.graphs().graphs.each([&](Graph& graph) { found = found ? found : node_in(graph, node); });
    require(found.has_value());
    return *found;
}

} // namespace simulator::runtime

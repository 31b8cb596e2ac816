// Parameters of graph nodes: queries, and changes in graphs and in instantiated graphs.

#include "runtime/api/entry.h"
#include "runtime/api/node_changes.h"
#include "runtime/api/node_params.h"
#include "runtime/graph_nodes.h"
#include "runtime/graph_table.h"

using namespace simulator::runtime;

GraphNode& simulator::runtime::copy_at(Runtime& runtime, cudaGraphExec_t executable, cudaGraphNode_t node) {
    const GraphExec* const found = runtime.graphs().executables.find(executable);
    require(found != nullptr);
    GraphNode* const copy = copy_in(found->graph, node_at(runtime, node).node());
    require(copy != nullptr);
    return *copy;
}

namespace {

/// Returns the parameters of a node. Rejects a node of another type.
template <class Params> const Params& params_of(const GraphNode& node) {
    const auto* const found = std::get_if<Params>(&node.params);
    require(found != nullptr);
    return *found;
}

template <class Params> cudaError_t get_params(cudaGraphNode_t node, Params* params, const char* function) {
    return answer(
        Need::gpu,
        [&](Runtime& runtime) {
            require(params != nullptr);
            *params = params_of<Params>(node_at(runtime, node).node());
        },
        function);
}

const GraphNode& kernel_only(const GraphNode& node) {
    params_of<KernelNode>(node);
    return node;
}

/// Rejects all attributes but the only one that changes the meaning of a launch.
void check_attribute(cudaLaunchAttributeID attribute) {
    if (attribute != cudaLaunchAttributeCooperative) {
        refuse_unsupported("an attribute of a kernel node but cudaLaunchAttributeCooperative");
    }
}

bool is_cooperative(const GraphNode& node) { return params_of<KernelNode>(node).cooperative; }

// Factories for the functions below: each creates a node from the parameters that the program passes.

auto kernel_of_node(const cudaKernelNodeParams* params) {
    return [params](Runtime& runtime, const GraphNode& old) {
        return kernel_node(runtime, non_null(params), is_cooperative(old));
    };
}

auto copy_of_node(const cudaMemcpy3DParms* params, const void* caller) {
    return [params, caller](Runtime& runtime, const GraphNode&) {
        return copy_node(runtime, non_null(params), caller);
    };
}

auto fill_of_node(const cudaMemsetParams* params, const void* caller) {
    return [params, caller](Runtime& runtime, const GraphNode&) {
        return fill_node(runtime, non_null(params), caller);
    };
}

auto call_of_node(const cudaHostNodeParams* params) {
    return [params](Runtime&, const GraphNode&) { return host_node(non_null(params)); };
}

auto event_of_node(cudaGraphNodeType type, cudaEvent_t event) {
    return [type, event](Runtime& runtime, const GraphNode&) { return event_node(runtime, type, event); };
}

auto any_of_node(const cudaGraphNodeParams* params, const void* caller) {
    return [params, caller](Runtime& runtime, const GraphNode& old) {
        return changed_node(runtime, old, non_null(params), caller);
    };
}

bool can_be_disabled(const GraphNode& node) {
    return node.type == cudaGraphNodeTypeKernel || node.type == cudaGraphNodeTypeMemcpy ||
           node.type == cudaGraphNodeTypeMemset;
}

cudaError_t get_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t* event,
                      const char* function) {
    return answer(
        Need::gpu,
        [&](Runtime& runtime) {
            require(event != nullptr);
            const NodeLocation place = node_at(runtime, node);
            const GraphNode& found = place.node();
            require(found.type == type);
            *event = found.event;
        },
        function);
}

} // namespace

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(params != nullptr);
        const NodeLocation place = node_at(runtime, node);
        const GraphNode& found = place.node();
        *params = reported_params(runtime, kernel_only(found));
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
    return set_params(node, kernel_of_node(params), __func__);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
    return set_params(executable, node, kernel_of_node(params), __func__);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue* value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(value != nullptr);
        const bool cooperative = is_cooperative(node_at(runtime, node).node());
        check_attribute(attribute);
        *value = {};
        value->cooperative = cooperative ? 1 : 0;
    });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue* value) {
    const auto make = [&](Runtime& runtime, const GraphNode& old) {
        check_attribute(attribute);
        return kernel_node(runtime, reported_params(runtime, kernel_only(old)),
                           non_null(value).cooperative != 0);
    };
    return set_params(node, make, __func__);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    const auto make = [&](Runtime& runtime, const GraphNode& old) {
        const bool cooperative = is_cooperative(node_at(runtime, from).node());
        return kernel_node(runtime, reported_params(runtime, kernel_only(old)), cooperative);
    };
    return set_params(to, make, __func__);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* params) {
    return get_params(node, params, __func__);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
    return set_params(node, copy_of_node(params, CALLER), __func__);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
    const cudaMemcpy3DParms params = copy_params(to, from, bytes, kind);
    return set_params(node, copy_of_node(&params, CALLER), __func__);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
    return set_params(executable, node, copy_of_node(params, CALLER), __func__);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const cudaMemcpy3DParms params = copy_params(to, from, bytes, kind);
    return set_params(executable, node, copy_of_node(&params, CALLER), __func__);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* params) {
    return get_params(node, params, __func__);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
    return set_params(node, fill_of_node(params, CALLER), __func__);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
    return set_params(executable, node, fill_of_node(params, CALLER), __func__);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params) {
    return get_params(node, params, __func__);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
    return set_params(node, call_of_node(params), __func__);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
    return set_params(executable, node, call_of_node(params), __func__);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return get_event(node, cudaGraphNodeTypeEventRecord, event, __func__);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_params(node, event_of_node(cudaGraphNodeTypeEventRecord, event), __func__);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return set_params(executable, node, event_of_node(cudaGraphNodeTypeEventRecord, event), __func__);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return get_event(node, cudaGraphNodeTypeWaitEvent, event, __func__);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_params(node, event_of_node(cudaGraphNodeTypeWaitEvent, event), __func__);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return set_params(executable, node, event_of_node(cudaGraphNodeTypeWaitEvent, event), __func__);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const GraphNode& found = copy_at(runtime, executable, node);
        require(found.child != nullptr);
        const Graph now = topologically_sorted(graph_at(runtime, child));
        require(compare_graphs(*found.child, now).result == cudaGraphExecUpdateSuccess,
                cudaErrorGraphExecUpdateFailure);
        replace_operations(*found.child, now);
    });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* params) {
    return set_params(node, any_of_node(params, CALLER), __func__);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                       cudaGraphNodeParams* params) {
    if (params != nullptr && params->type == cudaGraphNodeTypeGraph) {
        return cudaGraphExecChildGraphNodeSetParams(executable, node, params->graph.graph);
    }
    return set_params(executable, node, any_of_node(params, CALLER), __func__);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        GraphNode& found = copy_at(runtime, executable, node);
        require(can_be_disabled(found));
        found.enabled = enabled != 0;
    });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned* enabled) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(enabled != nullptr);
        const GraphNode& found = copy_at(runtime, executable, node);
        require(can_be_disabled(found));
        *enabled = found.enabled ? 1 : 0;
    });
}

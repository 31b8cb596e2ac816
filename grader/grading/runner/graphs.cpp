// Interposed functions of the CUDA runtime that capture streams, and that create, update and launch graphs.

#include <cuda_runtime_api.h>

#include "grading/runner/copy_count.h"
#include "grading/runner/graph_log.h"
#include "grading/runner/next_function.h"

using runner::address_of_symbol;
using runner::describe_copy;
using runner::next_function;
using runner::record_node_change;
using runner::work_of_copy;
using runner::work_of_memset;

namespace {

/// Records the graph from which @p executable was instantiated, or to which it was updated, if @p result is
/// success.
cudaError_t instance(cudaError_t result, const cudaGraphExec_t* executable, cudaGraph_t graph) {
    if (result == cudaSuccess) runner::record_instantiation(*executable, graph);
    return result;
}

/// Returns the work of a node after an update to @p parameters, which may be of any node type.
runner::GraphWork work_of(const cudaGraphNodeParams& parameters) {
    if (parameters.type == cudaGraphNodeTypeKernel) {
        const cudaKernelNodeParamsV2& kernel = parameters.kernel;
        return runner::work_of(
            runner::Shape{kernel.func, kernel.gridDim, kernel.blockDim, kernel.sharedMemBytes});
    }
    if (parameters.type == cudaGraphNodeTypeMemcpy)
        return work_of_copy(describe_copy(parameters.memcpy.copyParams));
    if (parameters.type == cudaGraphNodeTypeMemset)
        return work_of_memset(
            {parameters.memset.elementSize * parameters.memset.width, parameters.memset.height});
    if (parameters.type == cudaGraphNodeTypeGraph) return runner::work_of(parameters.graph.graph);
    return {};
}

} // namespace

extern "C" {

RUNNER_INTERCEPTS_BOTH(cudaStreamBeginCapture, _ptsz, (cudaStream_t stream, cudaStreamCaptureMode mode),
                       (stream, mode), runner::enable_capture_checks())

RUNNER_INTERCEPTS_BOTH(cudaStreamBeginCaptureToGraph, _ptsz,
                       (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                        const cudaGraphEdgeData* edges, size_t count, cudaStreamCaptureMode mode),
                       (stream, graph, dependencies, edges, count, mode), runner::enable_capture_checks())

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
    static auto* const next = next_function<decltype(cudaGraphInstantiate)>("cudaGraphInstantiate");
    return instance(next(executable, graph, flags), executable, graph);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
    static auto* const next =
        next_function<decltype(cudaGraphInstantiateWithFlags)>("cudaGraphInstantiateWithFlags");
    return instance(next(executable, graph, flags), executable, graph);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
    static auto* const next =
        next_function<decltype(cudaGraphInstantiateWithParams)>("cudaGraphInstantiateWithParams");
    return instance(next(executable, graph, parameters), executable, graph);
}

cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* executable, cudaGraph_t graph,
                                                cudaGraphInstantiateParams* parameters) {
    static auto* const next =
        next_function<decltype(cudaGraphInstantiateWithParams)>("cudaGraphInstantiateWithParams_ptsz");
    return instance(next(executable, graph, parameters), executable, graph);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    static auto* const next = next_function<decltype(cudaGraphExecUpdate)>("cudaGraphExecUpdate");
    return instance(next(executable, graph, result), &executable, graph);
}

RUNNER_INTERCEPTS_BOTH(cudaGraphLaunch, _ptsz, (cudaGraphExec_t executable, cudaStream_t stream),
                       (executable, stream), runner::record_graph_launch(executable, Default::named(stream)))

// A rejected update leaves the node as it was, but is recorded all the same: work that is counted too high
// shows in a report, work that is counted too low would not.

RUNNER_INTERCEPTS(cudaGraphNodeSetEnabled,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled),
                  (executable, node, enabled), runner::record_node_enabled(executable, node, enabled != 0))

RUNNER_INTERCEPTS(cudaGraphExecNodeSetParams,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeParams* parameters),
                  (executable, node, parameters),
                  if (parameters != nullptr) record_node_change(executable, node, work_of(*parameters)))

RUNNER_INTERCEPTS(cudaGraphExecKernelNodeSetParams,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, const cudaKernelNodeParams* kernel),
                  (executable, node, kernel),
                  if (kernel != nullptr)
                      record_node_change(executable, node,
                                         runner::work_of(runner::Shape{kernel->func, kernel->gridDim,
                                                                       kernel->blockDim,
                                                                       kernel->sharedMemBytes})))

RUNNER_INTERCEPTS(cudaGraphExecMemcpyNodeSetParams,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, const cudaMemcpy3DParms* copy),
                  (executable, node, copy),
                  if (copy != nullptr)
                      record_node_change(executable, node, work_of_copy(describe_copy(*copy))))

RUNNER_INTERCEPTS(cudaGraphExecMemcpyNodeSetParams1D,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, void* to, const void* from, size_t bytes,
                   cudaMemcpyKind kind),
                  (executable, node, to, from, bytes, kind),
                  record_node_change(executable, node, work_of_copy(describe_copy(to, from, bytes, kind))))

RUNNER_INTERCEPTS(cudaGraphExecMemcpyNodeSetParamsToSymbol,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, const void* symbol, const void* from,
                   size_t bytes, size_t offset, cudaMemcpyKind kind),
                  (executable, node, symbol, from, bytes, offset, kind),
                  record_node_change(executable, node,
                                     work_of_copy(describe_copy(address_of_symbol(symbol), from, bytes,
                                                                kind))))

RUNNER_INTERCEPTS(cudaGraphExecMemcpyNodeSetParamsFromSymbol,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, void* to, const void* symbol,
                   size_t bytes, size_t offset, cudaMemcpyKind kind),
                  (executable, node, to, symbol, bytes, offset, kind),
                  record_node_change(executable, node,
                                     work_of_copy(describe_copy(to, address_of_symbol(symbol), bytes, kind))))

RUNNER_INTERCEPTS(cudaGraphExecMemsetNodeSetParams,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, const cudaMemsetParams* memset),
                  (executable, node, memset),
                  if (memset != nullptr)
                      record_node_change(executable, node,
                                         work_of_memset({memset->elementSize * memset->width,
                                                         memset->height})))

RUNNER_INTERCEPTS(cudaGraphExecChildGraphNodeSetParams,
                  (cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraph_t child),
                  (executable, node, child), record_node_change(executable, node, runner::work_of(child)))

} // extern "C"

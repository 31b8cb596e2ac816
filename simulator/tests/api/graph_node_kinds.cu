// Graph nodes for copies, fills, host functions, events and child graphs: rejections, and permitted changes.

#include "graph_by_hand.h"

namespace {

void copies() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t node = nullptr;
    const auto to_host = cudaMemcpyDeviceToHost;
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, nullptr, out, 4, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, nullptr, 4, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 0, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 65, to_host));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 4, static_cast<cudaMemcpyKind>(9)));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 4, cudaMemcpyHostToDevice));
    SHOW(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, &host, out, 4, to_host));
    refused_by_simulator([&] { return cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr); });
    cudaMemcpy3DParms told = {};
    SHOW(cudaGraphMemcpyNodeGetParams(node, &told));
    VALUE(told.srcPtr.ptr == out);
    VALUE(told.dstPtr.ptr == &host);
    VALUE(told.srcPtr.pitch);
    VALUE(told.srcPtr.xsize);
    VALUE(told.srcPtr.ysize);
    VALUE(told.extent.width);
    VALUE(told.extent.height);
    VALUE(told.extent.depth);
    VALUE(told.kind);
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, out, &host, 4, cudaMemcpyHostToDevice));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, &host, out, 4, cudaMemcpyDefault));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, &host, out + 1, 4, to_host));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, node, &host, out, 0, to_host));
    SHOW(cudaGraphMemcpyNodeSetParams1D(node, out, &host, 4, cudaMemcpyHostToDevice));
    cudaGraphExecUpdateResultInfo info = {};
    SHOW(cudaGraphExecUpdate(executable, graph, &info));
    VALUE(info.result);
    VALUE(info.errorNode == node);
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

// A copy of several rows must not change in an instantiated graph, whatever else stays the same.
void boxes() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t line = nullptr;
    cudaGraphNode_t box = nullptr;
    static int rows[4];
    cudaMemcpy3DParms params = {};
    params.srcPtr = make_cudaPitchedPtr(out, 8, 8, 2);
    params.dstPtr = make_cudaPitchedPtr(rows, 8, 8, 2);
    params.extent = make_cudaExtent(8, 2, 1);
    params.kind = cudaMemcpyDeviceToHost;
    SHOW(cudaGraphAddMemcpyNode(&box, graph, nullptr, 0, &params));
    SHOW(cudaGraphAddMemcpyNode1D(&line, graph, nullptr, 0, &host, out, 4, cudaMemcpyDeviceToHost));
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    params.srcPtr.ptr = out + 4;
    SHOW(cudaGraphExecMemcpyNodeSetParams(executable, box, &params));
    expect(cudaGraphExecMemcpyNodeSetParams(executable, box, &params), cudaErrorInvalidValue);
    cudaGetLastError();
    SHOW(cudaGraphExecMemcpyNodeSetParams(executable, line, &params));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, box, rows, out, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(executable, line, rows, out, 8, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphMemcpyNodeSetParams(box, &params));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

void fills() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t node = nullptr;
    const cudaMemsetParams good = {out, 0, 0x1234, 2, 4, 1};
    const auto with = [&](auto change) {
        cudaMemsetParams bad = good;
        change(bad);
        SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &bad));
    };
    refused_by_simulator([&] { return cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr); });
    with([](cudaMemsetParams& bad) { bad.dst = nullptr; });
    with([](cudaMemsetParams& bad) { bad.dst = &host; });
    with([](cudaMemsetParams& bad) { bad.elementSize = 3; });
    with([](cudaMemsetParams& bad) { bad.elementSize = 8; });
    with([](cudaMemsetParams& bad) { bad.width = 0; });
    with([](cudaMemsetParams& bad) { bad.height = 0; });
    with([](cudaMemsetParams& bad) { bad.width = 33; });
    with([](cudaMemsetParams& bad) { bad.height = 2; });
    with([](cudaMemsetParams& bad) { bad.dst = reinterpret_cast<char*>(out) + 1; });
    with([](cudaMemsetParams& bad) { bad.value = 0x12345; });
    SHOW(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &good));
    cudaMemsetParams told = {};
    SHOW(cudaGraphMemsetNodeGetParams(node, &told));
    VALUE(told.value);
    VALUE(told.width);
    VALUE(told.pitch);
    cudaGraphExec_t executable = nullptr;
    cudaGraph_t alone = fresh();
    SHOW(cudaGraphAddMemsetNode(&node, alone, nullptr, 0, &good));
    SHOW(cudaGraphInstantiate(&executable, alone, 0));
    VALUE(launch(executable));
    expect(value_now(), 0x12341234);
    told.height = 2;
    told.pitch = 16;
    SHOW(cudaGraphExecMemsetNodeSetParams(executable, node, &told));
    told.height = 1;
    told.width = 2;
    SHOW(cudaGraphExecMemsetNodeSetParams(executable, node, &told));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(alone));
    SHOW(cudaGraphDestroy(graph));
}

void others() {
    cudaGraph_t graph = fresh();
    cudaGraph_t child = fresh();
    cudaGraph_t inside = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    const cudaHostNodeParams none = {nullptr, nullptr};
    const cudaHostNodeParams some = {call, &calls};
    refused_by_simulator([&] { return cudaGraphAddHostNode(&node, graph, nullptr, 0, nullptr); });
    SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &none));
    SHOW(cudaGraphAddHostNode(&node, graph, nullptr, 0, &some));
    SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr));
    SHOW(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event));
    SHOW(cudaGraphEventWaitNodeSetEvent(node, event));
    SHOW(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, nullptr));
    SHOW(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, event));
    SHOW(cudaGraphNodeGetType(node, &type));
    VALUE(type);
    empty(child);
    SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
    SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
    SHOW(cudaGraphChildGraphNodeGetGraph(node, &inside));
    VALUE(inside != child);
    refused_by_simulator([&] { return cudaGraphDestroy(inside); }); // it belongs to the node
    cudaGraph_t clone = nullptr;
    SHOW(cudaGraphClone(&clone, graph));
    SHOW(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, clone));
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    launch(executable);
    VALUE(calls);
    expect(calls, 2);
    SHOW(cudaEventQuery(event));
    SHOW(cudaGraphExecChildGraphNodeSetParams(executable, node, child));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(child));
    SHOW(cudaGraphDestroy(clone));
    SHOW(cudaGraphDestroy(graph));
}

} // namespace

int main() { return ask({copies, boxes, fills, others}); }

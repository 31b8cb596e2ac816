// Graph nodes that allocate and free, added by hand and captured: results and rejections.

#include "graph_by_hand.h"

namespace {

cudaMemAllocNodeParams allocating(std::size_t bytes) {
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = bytes;
    return params;
}

void memory() {
    cudaGraph_t graph = fresh();
    cudaGraph_t parent = fresh();
    cudaGraph_t clone = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphNode_t allocate = nullptr;
    cudaGraphNode_t release = nullptr;
    cudaMemAllocNodeParams bad = allocating(0);
    refused_by_simulator([&] { return cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr); });
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    bad = allocating(~std::size_t{0});
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    bad = allocating(64);
    bad.poolProps.allocType = cudaMemAllocationTypeInvalid;
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    bad = allocating(64);
    bad.poolProps.location.id = 99;
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
    cudaMemAllocNodeParams good = allocating(64);
    SHOW(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &good));
    VALUE(good.dptr != nullptr);
    SHOW(cudaFree(good.dptr));
    SHOW(cudaFreeAsync(good.dptr, stream));
    refused_by_simulator([&] { return cudaMemcpy(&host, good.dptr, 4, cudaMemcpyDeviceToHost); });
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, nullptr));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, out));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, static_cast<char*>(good.dptr) + 4));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, good.dptr));
    SHOW(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, good.dptr));
    SHOW(cudaGraphAddMemFreeNode(&node, parent, nullptr, 0, good.dptr));
    SHOW(cudaGraphClone(&clone, graph));
    SHOW(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, graph));
    SHOW(cudaGraphRemoveDependencies(graph, &allocate, &release, nullptr, 1));
    SHOW(cudaGraphDestroyNode(allocate));
    cudaGraphExec_t executable = nullptr;
    cudaGraphExec_t second = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaStreamSynchronize(stream));
    refused_by_simulator([&] { return cudaMemcpy(&host, good.dptr, 4, cudaMemcpyDeviceToHost); });
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphInstantiate(&second, graph, 0));
    SHOW(cudaGraphExecDestroy(second));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphDestroy(parent));
}

void memory_left() {
    cudaGraph_t graph = fresh();
    cudaGraph_t freeing = fresh();
    cudaGraphNode_t node = nullptr;
    cudaMemAllocNodeParams params = allocating(64);
    SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
    SHOW(cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, params.dptr));
    SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, params.dptr));
    cudaGraphExec_t allocate = nullptr;
    cudaGraphExec_t release = nullptr;
    SHOW(cudaGraphInstantiate(&allocate, graph, 0));
    SHOW(cudaGraphInstantiate(&release, freeing, 0));
    refused_by_simulator([&] { return cudaGraphLaunch(release, stream); });
    SHOW(cudaGraphLaunch(allocate, stream));
    SHOW(cudaGraphLaunch(allocate, stream));
    SHOW(cudaMemsetAsync(params.dptr, 1, 64, stream));
    SHOW(cudaMemcpyAsync(&host, params.dptr, 4, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaGraphLaunch(release, stream));
    refused_by_simulator([&] { return cudaGraphLaunch(release, stream); });
    SHOW(cudaGraphLaunch(allocate, stream));
    SHOW(cudaFree(params.dptr));
    SHOW(cudaStreamSynchronize(stream));
    VALUE(host);
    expect(host, 0x01010101);
    unsigned long long value = 1;
    SHOW(cudaDeviceGraphMemTrim(0));
    SHOW(cudaDeviceGraphMemTrim(1));
    SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
    SHOW(cudaDeviceGetGraphMemAttribute(1, cudaGraphMemAttrUsedMemCurrent, &value));
    SHOW(cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(7), &value));
    value = 1;
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
    value = 0;
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &value));
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
    SHOW(cudaGraphExecDestroy(allocate));
    SHOW(cudaGraphExecDestroy(release));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphDestroy(freeing));
}

void captured_memory() {
    cudaGraph_t graph = nullptr;
    void* memory = nullptr;
    void* before = nullptr;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    SHOW(cudaMallocAsync(&before, 64, stream));
    SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SHOW(cudaMallocAsync(&memory, 64, stream));
    VALUE(memory != nullptr);
    SHOW(cudaMemsetAsync(memory, 2, 64, stream));
    SHOW(cudaFreeAsync(memory, stream));
    SHOW(cudaFreeAsync(memory, stream));
    SHOW(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    SHOW(cudaFreeAsync(before, stream));
    SHOW(cudaStreamIsCapturing(stream, &status));
    VALUE(status);
    SHOW(cudaStreamEndCapture(stream, &graph));
    if (graph != nullptr) {
        std::size_t count = 0;
        SHOW(cudaGraphGetNodes(graph, nullptr, &count));
        VALUE(count);
        SHOW(cudaGraphDestroy(graph));
    }
    SHOW(cudaFreeAsync(before, stream));
}

} // namespace

int main() { return ask({memory, memory_left, captured_memory}); }

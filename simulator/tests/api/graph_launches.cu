// Captured graphs: queries, launches, and captures that contain
// a rejected call.

#include "show.h"

namespace {

__global__ void add(int* out, int value) { atomicAdd(out, value); }

int* out = nullptr;
cudaStream_t stream = nullptr;

void begin() { SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); }

cudaStreamCaptureStatus status_now() {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing(stream, &status);
    return status;
}

/// Ends a capture of which only the validity matters.
void end() {
    cudaGraph_t graph = nullptr;
    VALUE(status_now());
    SHOW(cudaStreamEndCapture(stream, &graph));
    if (graph != nullptr) {
        cudaGraphDestroy(graph);
    }
}

int value_now() {
    int value = 0;
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

cudaGraph_t captured_sum() {
    cudaGraph_t graph = nullptr;
    begin();
    LAUNCH(add<<<1, 1, 0, stream>>>(out, 10));
    SHOW(cudaMemsetAsync(out + 1, 0, 4, stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
    return graph;
}

void questions(cudaGraph_t graph) {
    std::size_t count = 0;
    cudaGraphNode_t nodes[3] = {};
    SHOW(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    count = 3;
    SHOW(cudaGraphGetNodes(graph, nodes, &count));
    VALUE(count);
    VALUE(nodes[1] != nullptr);
    VALUE(nodes[2] == nullptr);
    SHOW(cudaGraphGetNodes(graph, nodes, nullptr));
    SHOW(cudaGraphGetRootNodes(graph, nullptr, &count));
    VALUE(count);
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    SHOW(cudaGraphNodeGetType(nodes[0], &type));
    VALUE(type);
    SHOW(cudaGraphNodeGetType(nodes[1], &type));
    VALUE(type);
    SHOW(cudaGraphNodeGetType(nodes[1], nullptr));
}

void launches() {
    cudaGraphExec_t executable = nullptr;
    unsigned long long flags = 99;
    const cudaGraph_t graph = captured_sum();
    VALUE(value_now());
    questions(graph);
    SHOW(cudaGraphInstantiate(static_cast<cudaGraphExec_t*>(nullptr), graph, 0));
    SHOW(cudaGraphInstantiate(&executable, graph, 1 << 20));
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphExecGetFlags(executable, &flags));
    VALUE(flags);
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphUpload(executable, stream));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaGraphLaunch(executable, nullptr));
    VALUE(value_now());
    SHOW(cudaGraphExecDestroy(executable));
}

void launches_in_a_capture() {
    cudaGraphExec_t executable = nullptr;
    cudaGraphExec_t outer = nullptr;
    cudaGraph_t graph = captured_sum();
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphDestroy(graph));
    begin();
    SHOW(cudaGraphLaunch(nullptr, stream));
    end();
    begin();
    SHOW(cudaGraphUpload(executable, stream));
    end();
    graph = nullptr;
    begin();
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaGraphLaunch(executable, stream));
    VALUE(status_now());
    SHOW(cudaStreamEndCapture(stream, &graph));
    VALUE(value_now());
    SHOW(cudaGraphInstantiate(&outer, graph, 0));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphLaunch(outer, stream));
    VALUE(value_now());
    SHOW(cudaGraphExecDestroy(outer));
    SHOW(cudaGraphDestroy(graph));
    begin();
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaStreamQuery(stream));
    end();
}

// Calls that cannot be captured.
void refusals() {
    void* arguments[] = {nullptr, nullptr};
    begin();
    LAUNCH(add<<<1, 2000, 0, stream>>>(out, 1));
    end();
    begin();
    LAUNCH(add<<<1, 1, 1 << 20, stream>>>(out, 1));
    end();
    begin();
    SHOW(cudaLaunchKernel(static_cast<const void*>(nullptr), dim3(1), dim3(1), arguments, 0, stream));
    end();
    begin();
    SHOW(cudaLaunchCooperativeKernel(add, dim3(1 << 20), dim3(1024), arguments, 0, stream));
    end();
    begin();
    SHOW(cudaMemsetAsync(nullptr, 0, 4, stream));
    end();
    begin();
    SHOW(cudaMemcpyAsync(out, nullptr, 4, cudaMemcpyDeviceToDevice, stream));
    end();
    begin();
    SHOW(cudaMemcpyAsync(out, out + 1, 4, static_cast<cudaMemcpyKind>(77), stream));
    end();
    begin();
    SHOW(cudaMemcpyAsync(out, out + 1, 0, cudaMemcpyDeviceToDevice, stream));
    end();
    begin();
    SHOW(cudaEventRecord(nullptr, stream));
    end();
    begin();
    SHOW(cudaStreamWaitEvent(stream, nullptr));
    end();
    begin();
    SHOW(cudaLaunchHostFunc(stream, nullptr, nullptr));
    end();
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    SHOW(cudaMalloc(&out, 64));
    SHOW(cudaMemset(out, 0, 64));
    SHOW(cudaStreamCreate(&stream));
    launches();
    launches_in_a_capture();
    refusals();
    VALUE(value_now());
    SHOW(cudaDeviceSynchronize());
    return 0;
}

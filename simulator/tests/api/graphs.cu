// Stream capture: forbidden calls, their effect on the capture, and queries of graphs.

#include "show.h"

#include <cstdint>
#include <thread>

namespace {

__global__ void add(int* out, int value) { atomicAdd(out, value); }

int* out = nullptr;
cudaStream_t stream = nullptr;
cudaStream_t other = nullptr;
cudaStream_t apart = nullptr;
cudaEvent_t event = nullptr;
cudaEvent_t second = nullptr;
cudaGraph_t graph = nullptr;

int status_of(cudaStream_t of) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const cudaError_t error = cudaStreamIsCapturing(of, &status);
    cudaGetLastError();
    return error == cudaSuccess ? static_cast<int>(status) : 1000 + static_cast<int>(error);
}

void begin() { SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); }

void end() {
    SHOW(cudaStreamEndCapture(stream, &graph));
    VALUE(graph != nullptr);
    if (graph != nullptr) {
        SHOW(cudaGraphDestroy(graph));
    }
}

int value_now() {
    int value = 0;
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

void beginning_and_ending() {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(9)));
    SHOW(cudaStreamEndCapture(stream, &graph));
    VALUE(status_of(stream));
    begin();
    VALUE(status_of(stream));
    VALUE(status_of(other));
    VALUE(status_of(nullptr));
    SHOW(cudaStreamIsCapturing(stream, nullptr));
    SHOW(cudaStreamGetCaptureInfo(stream, &status));
    VALUE(status);
    SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    end();
    VALUE(status_of(stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
}

// Each of these invalidates the capture.
void disturbances() {
    void* memory = nullptr;
    begin();
    SHOW(cudaStreamSynchronize(stream));
    VALUE(status_of(stream));
    LAUNCH(add<<<1, 1, 0, stream>>>(out, 1));
    end();
    VALUE(status_of(stream));
    begin();
    SHOW(cudaStreamQuery(stream));
    end();
    begin();
    SHOW(cudaDeviceSynchronize());
    end();
    begin();
    SHOW(cudaMalloc(&memory, 64));
    end();
    begin();
    SHOW(cudaFree(nullptr));
    end();
    begin();
    LAUNCH(add<<<1, 1>>>(out, 1));
    end();
    begin();
    SHOW(cudaMemcpy(&memory, out, 4, cudaMemcpyDeviceToHost));
    end();
    begin();
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaEventSynchronize(event));
    end();
    begin();
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaEventQuery(event));
    end();
    SHOW(cudaEventRecord(event, other));
    begin();
    SHOW(cudaStreamWaitEvent(stream, event));
    end();
}

void without_disturbance() {
    void* memory = nullptr;
    SHOW(cudaStreamBeginCapture(apart, cudaStreamCaptureModeRelaxed));
    LAUNCH(add<<<1, 1>>>(out, 1));
    SHOW(cudaMalloc(&memory, 64));
    LAUNCH(add<<<1, 1, 0, other>>>(out, 1));
    SHOW(cudaStreamSynchronize(other));
    SHOW(cudaStreamEndCapture(apart, &graph));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaFree(memory));
    begin();
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    SHOW(cudaMalloc(&memory, 64));
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    VALUE(mode);
    end();
    SHOW(cudaFree(memory));
    VALUE(value_now());
}

void forks() {
    begin();
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaStreamWaitEvent(other, event));
    VALUE(status_of(other));
    SHOW(cudaStreamEndCapture(other, &graph));
    LAUNCH(add<<<1, 1, 0, other>>>(out, 1));
    end();
    VALUE(status_of(other));
    begin();
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaStreamWaitEvent(other, event));
    LAUNCH(add<<<1, 1, 0, other>>>(out, 1));
    SHOW(cudaEventRecord(second, other));
    SHOW(cudaStreamWaitEvent(stream, second));
    end();
    begin();
    SHOW(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
    SHOW(cudaEventRecord(event, stream));
    SHOW(cudaStreamWaitEvent(other, event));
    SHOW(cudaStreamEndCapture(other, &graph));
    end();
    SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    std::thread([] { SHOW(cudaStreamEndCapture(stream, &graph)); }).join();
    end();
    VALUE(value_now());
}

void launches() {
    cudaGraphExec_t executable = nullptr;
    cudaGraphExec_t outer = nullptr;
    begin();
    LAUNCH(add<<<1, 1, 0, stream>>>(out, 10));
    LAUNCH(add<<<1, 2000, 0, stream>>>(out, 10));
    SHOW(cudaMemsetAsync(out + 1, 0, 4, stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
    VALUE(value_now());
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
    SHOW(cudaGraphGetNodes(nullptr, nodes, &count));
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    SHOW(cudaGraphNodeGetType(nodes[0], &type));
    VALUE(type);
    SHOW(cudaGraphNodeGetType(nodes[1], &type));
    VALUE(type);
    SHOW(cudaGraphNodeGetType(nullptr, &type));
    SHOW(cudaGraphInstantiate(&executable, nullptr, 0));
    SHOW(cudaGraphInstantiate(static_cast<cudaGraphExec_t*>(nullptr), graph, 0));
    SHOW(cudaGraphInstantiate(&executable, graph, 1 << 20));
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaGraphDestroy(nullptr));
    SHOW(cudaGraphLaunch(nullptr, stream));
    SHOW(cudaGraphUpload(executable, stream));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaGraphLaunch(executable, nullptr));
    VALUE(value_now());
    begin();
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
    SHOW(cudaGraphInstantiate(&outer, graph, 0));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphLaunch(outer, stream));
    VALUE(value_now());
    SHOW(cudaGraphExecDestroy(outer));
    SHOW(cudaGraphExecDestroy(nullptr));
    SHOW(cudaGraphDestroy(graph));
}

void updates() {
    cudaGraphExec_t executable = nullptr;
    cudaGraph_t changed = nullptr;
    cudaGraphExecUpdateResultInfo info = {};
    begin();
    LAUNCH(add<<<1, 1, 0, stream>>>(out, 100));
    SHOW(cudaStreamEndCapture(stream, &graph));
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    begin();
    LAUNCH(add<<<1, 2, 0, stream>>>(out, 1000));
    SHOW(cudaStreamEndCapture(stream, &changed));
    SHOW(cudaGraphExecUpdate(executable, changed, &info));
    VALUE(info.result);
    SHOW(cudaGraphDestroy(changed));
    SHOW(cudaGraphLaunch(executable, stream));
    VALUE(value_now());
    begin();
    SHOW(cudaMemsetAsync(out, 0, 4, stream));
    SHOW(cudaStreamEndCapture(stream, &changed));
    SHOW(cudaGraphExecUpdate(executable, changed, &info));
    VALUE(info.result);
    VALUE(info.errorNode != nullptr);
    SHOW(cudaGraphDestroy(changed));
    begin();
    SHOW(cudaStreamEndCapture(stream, &changed));
    SHOW(cudaGraphExecUpdate(executable, changed, &info));
    VALUE(info.result);
    VALUE(info.errorNode != nullptr);
    SHOW(cudaGraphExecUpdate(executable, nullptr, &info));
    VALUE(info.result);
    SHOW(cudaGraphExecUpdate(executable, changed, nullptr));
    cudaGraph_t clone = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphNode_t of_clone = nullptr;
    std::size_t one = 1;
    SHOW(cudaGraphClone(&clone, nullptr));
    SHOW(cudaGraphClone(nullptr, graph));
    SHOW(cudaGraphClone(&clone, graph));
    SHOW(cudaGraphGetNodes(graph, &node, &one));
    SHOW(cudaGraphGetNodes(clone, &of_clone, &one));
    VALUE(node != of_clone);
    SHOW(cudaGraphExecUpdate(executable, clone, &info));
    SHOW(cudaGraphDestroy(clone));
    SHOW(cudaGraphDestroy(changed));
    SHOW(cudaGraphLaunch(executable, stream));
    VALUE(value_now());
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    SHOW(cudaMalloc(&out, 64));
    SHOW(cudaMemset(out, 0, 64));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaStreamCreate(&other));
    SHOW(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    SHOW(cudaEventCreate(&event));
    SHOW(cudaEventCreate(&second));
    beginning_and_ending();
    disturbances();
    without_disturbance();
    forks();
    launches();
    updates();
    SHOW(cudaDeviceSynchronize());
    return 0;
}

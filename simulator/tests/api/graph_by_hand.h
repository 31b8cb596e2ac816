#pragma once

/// @file
/// Common part of the programs that build graphs node by node.

#include "check.h"
#include "show.h"

#include <initializer_list>

__global__ void add(int* out, int value) { atomicAdd(out, value); }
__global__ void nothing() {}
inline void call(void* data) { ++*static_cast<int*>(data); }

/// A call that may crash a driver: only the simulator must reject it.
template <class Ask> void refused_by_simulator(Ask ask, int line = __builtin_LINE()) {
    expect_of_simulator(cudaErrorInvalidValue, ask, line);
    cudaGetLastError();
}

inline int* out = nullptr;
inline int calls = 0;
inline int host = 0;
inline cudaStream_t stream = nullptr;
inline cudaEvent_t event = nullptr;

inline cudaGraph_t fresh() {
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    return graph;
}

inline cudaGraphNode_t empty(cudaGraph_t graph) {
    cudaGraphNode_t node = nullptr;
    cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
    return node;
}

inline cudaKernelNodeParams adding(int** target, int* value, void* (&arguments)[2]) {
    arguments[0] = target;
    arguments[1] = value;
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(add);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    return params;
}

inline int value_now() {
    int value = 0;
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

inline int launch(cudaGraphExec_t executable) {
    cudaMemset(out, 0, 64);
    SHOW(cudaGraphLaunch(executable, stream));
    SHOW(cudaStreamSynchronize(stream));
    return value_now();
}

/// Runs all @p parts. Returns the result of main().
inline int ask(std::initializer_list<void (*)()> parts) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    SHOW(cudaMalloc(&out, 64));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaEventCreate(&event));
    for (void (*const part)() : parts) part();
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamDestroy(stream));
    SHOW(cudaFree(out));
    return wrong == 0 ? 0 : 3;
}

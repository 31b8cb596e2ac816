// Copies and memsets of a graph get other parameters: each by itself, and then all at once from a second graph.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 256;

struct Chain {
    cudaGraph_t graph;
    cudaGraphNode_t fill, copy;
};

/// Fills @p device with numbers of 16 bits, and copies it to @p host.
Chain chain(void* device, unsigned value, void* host) {
    Chain made;
    check(cudaGraphCreate(&made.graph, 0));
    const cudaMemsetParams fill = {device, 0, value, 2, n, 1};
    check(cudaGraphAddMemsetNode(&made.fill, made.graph, nullptr, 0, &fill));
    check(cudaGraphAddMemcpyNode1D(&made.copy, made.graph, &made.fill, 1, host, device, n * 2,
                                   cudaMemcpyDeviceToHost));
    return made;
}

bool all_are(const std::vector<unsigned short>& values, unsigned expected) {
    for (const unsigned short value : values) {
        if (value != expected) {
            std::printf("there is %x, not %x\n", value, expected);
            return false;
        }
    }
    return true;
}

int main() {
    unsigned short *device, *other;
    check(cudaMalloc(&device, n * 2));
    check(cudaMalloc(&other, n * 2));
    std::vector<unsigned short> first(n), second(n), third(n);
    const Chain made = chain(device, 0x1234, first.data());
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, made.graph, 0));
    check(cudaGraphLaunch(executable, cudaStreamPerThread));

    const cudaMemsetParams fill = {other, 0, 0xabcd, 2, n, 1};
    check(cudaGraphExecMemsetNodeSetParams(executable, made.fill, &fill));
    check(cudaGraphExecMemcpyNodeSetParams1D(executable, made.copy, second.data(), other, n * 2,
                                             cudaMemcpyDeviceToHost));
    check(cudaGraphLaunch(executable, cudaStreamPerThread));

    const Chain update = chain(device, 0x5555, third.data());
    cudaGraphExecUpdateResultInfo info;
    check(cudaGraphExecUpdate(executable, update.graph, &info));
    check(cudaGraphLaunch(executable, cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));
    bool right = info.result == cudaGraphExecUpdateSuccess && all_are(first, 0x1234) &&
                 all_are(second, 0xabcd) && all_are(third, 0x5555);

    // The first graph is as it was, and one with another edge does not fit.
    cudaMemsetParams kept;
    check(cudaGraphMemsetNodeGetParams(made.fill, &kept));
    right = right && kept.dst == device && kept.value == 0x1234 && kept.elementSize == 2;
    check(cudaGraphRemoveDependencies(update.graph, &update.fill, &update.copy, nullptr, 1));
    const cudaError_t refused = cudaGraphExecUpdate(executable, update.graph, &info);
    right = right && refused == cudaErrorGraphExecUpdateFailure &&
            info.result == cudaGraphExecUpdateErrorTopologyChanged;
    cudaGetLastError();

    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(made.graph));
    check(cudaGraphDestroy(update.graph));
    check(cudaFree(device));
    check(cudaFree(other));
    if (right) std::printf("PASSED\n");
    return right ? 0 : 1;
}

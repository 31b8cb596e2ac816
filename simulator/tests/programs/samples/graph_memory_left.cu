// Memory that a graph allocates and leaves to those who come after: it is freed in the stream, by another graph, or by
// the next launch of the same. A launch that would allocate it twice is refused.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 1000;

struct Made {
    cudaGraph_t graph;
    int* memory;
};

/// A graph that allocates numbers and sets all of their bytes.
Made filling(unsigned value) {
    Made made;
    check(cudaGraphCreate(&made.graph, 0));
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = n * sizeof(int);
    cudaGraphNode_t allocate, fill;
    check(cudaGraphAddMemAllocNode(&allocate, made.graph, nullptr, 0, &params));
    made.memory = static_cast<int*>(params.dptr);
    const cudaMemsetParams set = {made.memory, 0, value, 1, n * sizeof(int), 1};
    check(cudaGraphAddMemsetNode(&fill, made.graph, &allocate, 1, &set));
    return made;
}

int last_of(const int* memory, cudaStream_t stream) {
    int value = 0;
    check(cudaMemcpyAsync(&value, memory + n - 1, sizeof value, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    return value;
}

int main() {
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    const Made ones = filling(1), twos = filling(2);
    cudaGraph_t freeing;
    cudaGraphNode_t node;
    check(cudaGraphCreate(&freeing, 0));
    check(cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, ones.memory));
    cudaGraphExec_t allocate, release, again;
    check(cudaGraphInstantiate(&allocate, ones.graph, 0));
    check(cudaGraphInstantiate(&release, freeing, 0));
    check(cudaGraphInstantiate(&again, twos.graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));

    bool right = true;
    for (int launch = 0; launch < 2; ++launch) {
        check(cudaGraphLaunch(allocate, stream));
        right = right && last_of(ones.memory, stream) == 0x01010101;
        right = right && cudaGraphLaunch(allocate, stream) == cudaErrorInvalidValue;
        cudaGetLastError();
        check(cudaFreeAsync(ones.memory, stream));
        check(cudaGraphLaunch(allocate, stream));
        check(cudaGraphLaunch(release, stream));
    }
    for (int launch = 0; launch < 3; ++launch) check(cudaGraphLaunch(again, stream));
    right = right && last_of(twos.memory, stream) == 0x02020202;
    check(cudaFree(twos.memory));
    for (cudaGraphExec_t executable : {allocate, release, again}) check(cudaGraphExecDestroy(executable));
    for (cudaGraph_t graph : {ones.graph, twos.graph, freeing}) check(cudaGraphDestroy(graph));
    unsigned long long used = 1;
    check(cudaDeviceGraphMemTrim(0));
    check(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    check(cudaStreamDestroy(stream));
    right = right && used == 0;
    std::printf(right ? "PASSED\n" : "%llu bytes are still used, or a value was wrong\n", used);
    return right ? 0 : 1;
}

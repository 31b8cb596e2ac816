// Two graphs on two streams: one records an event in its middle, the other waits for it before it reads. Then the nodes
// get another event, which was never recorded, and wait for nothing.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__global__ void produce(int* value, int number) { *value = number; }
__global__ void invalidate_capture_of(int* value) { atomicAdd(value + 1, 1); }
__global__ void consume(const int* value, int* out) { *out = *value; }

template <class... Arguments> cudaGraphNode_t
add_kernel(cudaGraph_t graph, cudaGraphNode_t before, void (*kernel)(Arguments...), Arguments... arguments) {
    void* pointers[] = {&arguments...};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(kernel);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = pointers;
    cudaGraphNode_t node;
    check(cudaGraphAddKernelNode(&node, graph, &before, before == nullptr ? 0 : 1, &params));
    return node;
}

int main() {
    int* values; // the value passed on, how often it was changed since, the value received
    check(cudaMalloc(&values, 3 * sizeof(int)));
    check(cudaMemset(values, 0, 3 * sizeof(int)));
    check(cudaDeviceSynchronize()); // which streams of this kind do not wait for
    cudaEvent_t ready, never;
    check(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&never, cudaEventDisableTiming));

    cudaGraph_t giving, taking;
    check(cudaGraphCreate(&giving, 0));
    check(cudaGraphCreate(&taking, 0));
    cudaGraphNode_t record, wait;
    const cudaGraphNode_t produced = add_kernel(giving, nullptr, produce, values, 42);
    check(cudaGraphAddEventRecordNode(&record, giving, &produced, 1, ready));
    add_kernel(giving, record, invalidate_capture_of, values);
    check(cudaGraphAddEventWaitNode(&wait, taking, nullptr, 0, ready));
    add_kernel(taking, wait, consume, static_cast<const int*>(values), values + 2);

    cudaGraphExec_t give, take;
    check(cudaGraphInstantiate(&give, giving, 0));
    check(cudaGraphInstantiate(&take, taking, 0));
    cudaStream_t first, second;
    check(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    check(cudaGraphLaunch(give, first));
    check(cudaGraphLaunch(take, second));
    check(cudaStreamSynchronize(second));
    check(cudaEventSynchronize(ready));
    check(cudaStreamSynchronize(first));

    cudaEvent_t told;
    check(cudaGraphEventWaitNodeGetEvent(wait, &told));
    bool right = told == ready;
    check(cudaGraphExecEventWaitNodeSetEvent(take, wait, never));
    check(cudaGraphLaunch(take, second));
    check(cudaStreamSynchronize(second));
    check(cudaGraphEventRecordNodeSetEvent(record, never));
    check(cudaGraphEventRecordNodeGetEvent(record, &told));
    right = right && told == never && cudaEventQuery(never) == cudaSuccess;

    int result[3];
    check(cudaMemcpy(result, values, sizeof result, cudaMemcpyDeviceToHost));
    for (cudaGraphExec_t executable : {give, take}) check(cudaGraphExecDestroy(executable));
    for (cudaGraph_t graph : {giving, taking}) check(cudaGraphDestroy(graph));
    for (cudaStream_t stream : {first, second}) check(cudaStreamDestroy(stream));
    for (cudaEvent_t event : {ready, never}) check(cudaEventDestroy(event));
    check(cudaFree(values));
    right = right && result[0] == 42 && result[1] == 1 && result[2] == 42;
    std::printf(right ? "PASSED\n" : "%d, %d and %d\n", result[0], result[1], result[2]);
    return right ? 0 : 1;
}

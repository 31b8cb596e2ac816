// A capture that forks into two streams and joins again, replayed three times without waiting in between.

__global__ void start(int* a, int* b) { a[threadIdx.x] += 1, b[threadIdx.x] += 2; }
__global__ void left(int* a) { a[threadIdx.x] *= 3; }
__global__ void right(int* b) { b[threadIdx.x] *= 5; }
__global__ void join(const int* a, const int* b, int* sum) {
    sum[threadIdx.x] += a[threadIdx.x] + b[threadIdx.x];
}

int main() {
    const int n = 96;
    int *a, *b, *sum;
    static int host[n];
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMalloc(&sum, n * sizeof(int));
    cudaStream_t one, two;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaMemsetAsync(a, 0, n * sizeof(int), one);
    cudaMemsetAsync(b, 0, n * sizeof(int), one);
    cudaMemsetAsync(sum, 0, n * sizeof(int), one);
    cudaEvent_t forked, joined;
    cudaEventCreate(&forked);
    cudaEventCreate(&joined);
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    start<<<1, n, 0, one>>>(a, b);
    cudaEventRecord(forked, one);
    cudaStreamWaitEvent(two, forked);
    left<<<1, n, 0, one>>>(a);
    right<<<1, n, 0, two>>>(b);
    cudaEventRecord(joined, two);
    cudaStreamWaitEvent(one, joined);
    join<<<1, n, 0, one>>>(a, b, sum);
    cudaGraph_t graph;
    cudaStreamEndCapture(one, &graph);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    for (int turn = 0; turn < 3; ++turn) cudaGraphLaunch(executable, one);
    cudaMemcpyAsync(host, sum, sizeof host, cudaMemcpyDeviceToHost, one);
    cudaStreamSynchronize(one);
    int x = 0, y = 0, expected = 0;
    for (int turn = 0; turn < 3; ++turn) x = 3 * (x + 1), y = 5 * (y + 2), expected += x + y;
    bool good = true;
    for (int i = 0; i < n; ++i) good = good && host[i] == expected;
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaEventDestroy(joined);
    cudaEventDestroy(forked);
    cudaStreamDestroy(two);
    cudaStreamDestroy(one);
    cudaFree(sum);
    cudaFree(b);
    cudaFree(a);
    return good ? 0 : 1;
}

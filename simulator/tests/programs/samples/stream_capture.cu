// An iteration captured once and launched many times: copies, a memset, kernels on two streams that fork and join by
// events, and a host function. Parameters passed by value have their value from the capture; memory behind
// pointers has its contents at the launch.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 1 << 14;

__constant__ float offset;

__global__ void scale(const float* in, float* out, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = factor * in[i] + offset;
}

__global__ void square(const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

__global__ void add_up(const float* a, const float* b, double* sum) {
    double own = 0.0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own += a[i] - b[i];
    for (int distance = 16; distance != 0; distance /= 2) own += __shfl_down_sync(~0u, own, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

struct Progress {
    int launches = 0;
    double total = 0.0;
    const double* sum = nullptr;
};

void note(void* data) {
    auto* progress = static_cast<Progress*>(data);
    progress->launches += 1;
    progress->total += *progress->sum;
}

double expected_sum(const std::vector<float>& in, float factor, float added) {
    double sum = 0.0;
    for (const float value : in) sum += factor * value + added - value * value;
    return sum;
}

int main() {
    const size_t bytes = n * sizeof(float);
    std::vector<float> in(n);
    float *device_in, *scaled, *squared;
    double *device_sum, *sum;
    check(cudaMalloc(&device_in, bytes));
    check(cudaMalloc(&scaled, bytes));
    check(cudaMalloc(&squared, bytes));
    check(cudaMalloc(&device_sum, sizeof(double)));
    check(cudaMallocHost(&sum, sizeof(double)));
    Progress progress;
    progress.sum = sum;

    cudaStream_t stream, side;
    cudaEvent_t forked, joined, begin, end;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    for (cudaEvent_t* event : {&forked, &joined})
        check(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    for (cudaEvent_t* event : {&begin, &end}) check(cudaEventCreate(event));

    float factor = 3.0f, added = 1.0f;
    *sum = -1.0;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    check(cudaMemcpyAsync(device_in, in.data(), bytes, cudaMemcpyHostToDevice, stream));
    check(cudaMemcpyToSymbolAsync(offset, &added, sizeof added, 0, cudaMemcpyHostToDevice, stream));
    check(cudaMemsetAsync(device_sum, 0, sizeof(double), stream));
    check(cudaEventRecord(forked, stream));
    check(cudaStreamWaitEvent(side, forked));
    scale<<<n / 256, 256, 0, stream>>>(device_in, scaled, factor);
    square<<<n / 256, 256, 0, side>>>(device_in, squared);
    check(cudaGetLastError());
    check(cudaEventRecord(joined, side));
    check(cudaStreamWaitEvent(stream, joined));
    add_up<<<1, 128, 0, stream>>>(scaled, squared, device_sum);
    check(cudaMemcpyAsync(sum, device_sum, sizeof(double), cudaMemcpyDeviceToHost, stream));
    check(cudaLaunchHostFunc(stream, note, &progress));
    cudaStreamCaptureStatus status;
    check(cudaStreamIsCapturing(side, &status));
    cudaGraph_t graph;
    check(cudaStreamEndCapture(stream, &graph));

    size_t nodes = 0, roots = 0;
    check(cudaGraphGetNodes(graph, nullptr, &nodes));
    check(cudaGraphGetRootNodes(graph, nullptr, &roots));
    if (status != cudaStreamCaptureStatusActive || nodes != 8 || roots != 1) {
        std::printf("captured: status %d, %zu nodes, %zu roots\n", status, nodes, roots);
        return 1;
    }
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphDestroy(graph));
    if (progress.launches != 0 || *sum != -1.0) {
        std::printf("something was done while it was captured\n");
        return 1;
    }

    factor = 100.0f;
    double total = 0.0;
    const int launches = 5;
    check(cudaEventRecord(begin, stream));
    for (int launch = 0; launch < launches; ++launch) {
        for (int i = 0; i < n; ++i) in[i] = static_cast<float>((i + launch) % 64);
        added = static_cast<float>(launch);
        check(cudaGraphLaunch(executable, stream));
        check(cudaStreamSynchronize(stream));
        const double expected = expected_sum(in, 3.0f, added);
        total += expected;
        if (*sum != expected) {
            std::printf("launch %d: the sum is %g, not %g\n", launch, *sum, expected);
            return 1;
        }
    }
    check(cudaEventRecord(end, stream));
    check(cudaEventSynchronize(end));
    float milliseconds = -1.0f;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    const bool right = progress.launches == launches && progress.total == total && milliseconds >= 0.0f;

    check(cudaGraphExecDestroy(executable));
    for (cudaEvent_t event : {forked, joined, begin, end}) check(cudaEventDestroy(event));
    for (cudaStream_t each : {stream, side}) check(cudaStreamDestroy(each));
    for (void* memory : {static_cast<void*>(device_in), static_cast<void*>(scaled),
                         static_cast<void*>(squared), static_cast<void*>(device_sum)}) {
        check(cudaFree(memory));
    }
    check(cudaFreeHost(sum));
    std::printf(right ? "PASSED\n" : "the host was told %d times of %g\n", progress.launches, progress.total);
    return right ? 0 : 1;
}

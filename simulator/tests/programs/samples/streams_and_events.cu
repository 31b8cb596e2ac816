// Work in several streams: copies and kernels of chunks that may overlap, waits between streams by events,
// times between events, calls back to the host, and memory allocated in the order of a stream.

#include <atomic>
#include <cstdio>
#include <cstdlib>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int streams = 4;
constexpr int chunk = 10'000;
constexpr int chunks = 12;

__global__ void scale(const int* in, int* out, int count, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = factor * in[i];
}

__global__ void fill(int* out, int count, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = value + i;
}

int blocks(int count) { return (count + 127) / 128; }

void CUDART_CB count_call(void* calls) { ++*static_cast<std::atomic<int>*>(calls); }

/// Every chunk goes up, through a kernel and down again in one of the streams.
bool chunks_in_streams() {
    const size_t bytes = chunk * sizeof(int);
    int *in, *out;
    check(cudaMallocHost(&in, chunks * bytes));
    check(cudaHostAlloc(&out, chunks * bytes, cudaHostAllocDefault));
    for (int i = 0; i < chunks * chunk; ++i) in[i] = i;

    cudaStream_t stream[streams];
    int *device_in[streams], *device_out[streams];
    for (int s = 0; s < streams; ++s) {
        check(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
        check(cudaMalloc(&device_in[s], bytes));
        check(cudaMalloc(&device_out[s], bytes));
    }
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    std::atomic<int> calls{0};

    check(cudaEventRecord(begin, stream[0]));
    for (int c = 0; c < chunks; ++c) {
        const int s = c % streams;
        check(cudaMemcpyAsync(device_in[s], in + c * chunk, bytes, cudaMemcpyHostToDevice, stream[s]));
        scale<<<blocks(chunk), 128, 0, stream[s]>>>(device_in[s], device_out[s], chunk, c + 1);
        check(cudaGetLastError());
        check(cudaMemcpyAsync(out + c * chunk, device_out[s], bytes, cudaMemcpyDeviceToHost, stream[s]));
        check(cudaLaunchHostFunc(stream[s], count_call, &calls));
    }
    check(cudaEventRecord(end, stream[0]));
    for (cudaStream_t each : stream) check(cudaStreamSynchronize(each));

    float milliseconds = -1.0f;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    bool right = calls == chunks && milliseconds >= 0.0f && cudaStreamQuery(stream[0]) == cudaSuccess;
    if (!right) std::printf("%d calls, not %d; %g ms\n", calls.load(), chunks, milliseconds);
    for (int i = 0; right && i < chunks * chunk; ++i) {
        const int expected = (i / chunk + 1) * i;
        right = out[i] == expected;
        if (!right) std::printf("element %d is %d, not %d\n", i, out[i], expected);
    }
    std::printf("%d chunks in %d streams took %.3f ms\n", chunks, streams, milliseconds);

    for (int s = 0; s < streams; ++s) {
        check(cudaFree(device_in[s]));
        check(cudaFree(device_out[s]));
        check(cudaStreamDestroy(stream[s]));
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    check(cudaFreeHost(in));
    check(cudaFreeHost(out));
    return right;
}

/// One stream fills a buffer that another one reads; each waits for the other before it touches the buffer
/// again.
bool producer_and_consumer() {
    const int rounds = 5, count = 3000;
    const size_t bytes = count * sizeof(int);
    cudaStream_t producer, consumer;
    cudaEvent_t filled, read;
    check(cudaStreamCreate(&producer));
    check(cudaStreamCreate(&consumer));
    check(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&read, cudaEventDisableTiming));

    int *buffer, *result, *out;
    check(cudaMallocAsync(&buffer, bytes, producer));
    check(cudaMallocAsync(&result, rounds * bytes, consumer));
    check(cudaMallocHost(&out, rounds * bytes));
    for (int round = 0; round < rounds; ++round) {
        if (round > 0) check(cudaStreamWaitEvent(producer, read));
        fill<<<blocks(count), 128, 0, producer>>>(buffer, count, 100 * round);
        check(cudaEventRecord(filled, producer));
        check(cudaStreamWaitEvent(consumer, filled, 0));
        scale<<<blocks(count), 128, 0, consumer>>>(buffer, result + round * count, count, 3);
        check(cudaEventRecord(read, consumer));
    }
    check(cudaGetLastError());
    check(cudaMemcpyAsync(out, result, rounds * bytes, cudaMemcpyDeviceToHost, consumer));
    check(cudaFreeAsync(result, consumer));
    check(cudaStreamWaitEvent(producer, read));
    check(cudaFreeAsync(buffer, producer));
    check(cudaDeviceSynchronize());

    bool right = cudaEventQuery(filled) == cudaSuccess;
    for (int i = 0; right && i < rounds * count; ++i) {
        const int expected = 3 * (100 * (i / count) + i % count);
        right = out[i] == expected;
        if (!right) std::printf("element %d of the consumer is %d, not %d\n", i, out[i], expected);
    }
    check(cudaFreeHost(out));
    check(cudaEventDestroy(filled));
    check(cudaEventDestroy(read));
    check(cudaStreamDestroy(producer));
    check(cudaStreamDestroy(consumer));
    return right;
}

int main() {
    if (!chunks_in_streams() || !producer_and_consumer()) return 1;
    std::printf("PASSED\n");
    return 0;
}

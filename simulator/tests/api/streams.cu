// Concurrency: of the host with kernels and host functions, and between streams.

#include "show.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

constexpr auto a_while = std::chrono::milliseconds(20);

__global__ void double_when_set(const volatile int* flag, int* out) {
    while (*flag == 0) {
    }
    *out = *flag * 2;
}

__global__ void count_until_set(const volatile int* flag, int* out) {
    int rounds = 0;
    while (*flag == 0) ++rounds;
    *out = rounds >= 0 ? *flag : 0;
}

__global__ void set(volatile int* flag, int value) { *flag = value; }

/// Passes a ball `rounds` times to the kernel on the other side, which has the other number (ping-pong).
__global__ void play(volatile int* ball, int side, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        while (*ball % 2 != side) {
        }
        *ball = *ball + 1;
    }
}

std::atomic<bool> host_is_ready = false;
std::atomic<int> calls = 0;

void wait_for_host(void*) {
    while (!host_is_ready) std::this_thread::yield();
    ++calls;
}

void count_call(void*) { ++calls; }

void call_cuda(void* answer) {
    void* p = nullptr;
    *static_cast<cudaError_t*>(answer) = cudaMalloc(&p, 16);
}

void tell_status(cudaStream_t, cudaError_t status, void* answer) {
    *static_cast<cudaError_t*>(answer) = status;
}

/// A flag and a result that host and device can access.
struct Pinned {
    volatile int* flag = nullptr;
    int* out = nullptr;
    Pinned() {
        void* memory = nullptr;
        cudaMallocHost(&memory, 2 * sizeof(int));
        flag = static_cast<int*>(memory);
        out = static_cast<int*>(memory) + 1;
        *flag = *out = 0;
    }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    ~Pinned() { cudaFreeHost(const_cast<int*>(flag)); }
};

/// A stream that does not synchronize with the legacy stream.
struct FreeStream {
    cudaStream_t stream = nullptr;
    FreeStream() { cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }
    FreeStream(const FreeStream&) = delete;
    FreeStream& operator=(const FreeStream&) = delete;
    ~FreeStream() { cudaStreamDestroy(stream); }
    operator cudaStream_t() const { return stream; }
};

void host_sets_a_flag() {
    Pinned shared;
    LAUNCH(double_when_set<<<1, 1>>>(shared.flag, shared.out));
    std::this_thread::sleep_for(a_while);
    SHOW(cudaStreamQuery(nullptr));
    *shared.flag = 21;
    SHOW(cudaDeviceSynchronize());
    VALUE(*shared.out);
    SHOW(cudaStreamQuery(nullptr));
    *shared.flag = 0;
    LAUNCH(count_until_set<<<1, 1>>>(shared.flag, shared.out));
    std::this_thread::sleep_for(a_while);
    *shared.flag = 5;
    SHOW(cudaDeviceSynchronize());
    VALUE(*shared.out);
}

void functions_of_the_host() {
    const FreeStream first;
    const FreeStream second;
    SHOW(cudaLaunchHostFunc(first, wait_for_host, nullptr));
    SHOW(cudaLaunchHostFunc(first, count_call, nullptr));
    std::thread([] {
        void* p = nullptr;
        SHOW(cudaMalloc(&p, 100));
    }).join();
    SHOW(cudaStreamQuery(first));
    SHOW(cudaStreamQuery(second));
    VALUE(calls);
    host_is_ready = true;
    SHOW(cudaStreamSynchronize(first));
    VALUE(calls);

    cudaError_t answer = cudaSuccess;
    SHOW(cudaLaunchHostFunc(first, call_cuda, &answer));
    SHOW(cudaStreamSynchronize(first));
    VALUE(answer);
    SHOW(cudaStreamAddCallback(first, tell_status, &answer, 0));
    SHOW(cudaStreamSynchronize(first));
    VALUE(answer);
}

void streams_beside_each_other() {
    const FreeStream first;
    const FreeStream second;
    Pinned shared;
    int* flag = nullptr;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();

    LAUNCH(double_when_set<<<1, 1, 0, first>>>(flag, shared.out));
    SHOW(cudaStreamQuery(first));
    LAUNCH(set<<<1, 1, 0, second>>>(flag, 4));
    SHOW(cudaStreamSynchronize(second));
    SHOW(cudaStreamSynchronize(first));
    VALUE(*shared.out);

    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    LAUNCH(double_when_set<<<1, 1, 0, first>>>(flag, shared.out));
    const int six = 6;
    SHOW(cudaMemcpyAsync(flag, &six, sizeof six, cudaMemcpyHostToDevice, second));
    SHOW(cudaDeviceSynchronize());
    VALUE(*shared.out);

    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    LAUNCH(play<<<1, 1, 0, first>>>(flag, 1, 100));
    LAUNCH(play<<<1, 1, 0, second>>>(flag, 0, 100));
    SHOW(cudaDeviceSynchronize());
    int passed = 0;
    cudaMemcpy(&passed, flag, sizeof passed, cudaMemcpyDeviceToHost);
    VALUE(passed);
    cudaFree(flag);
}

void events_between_streams() {
    const FreeStream first;
    const FreeStream second;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    Pinned shared;
    int* result = nullptr;
    cudaMalloc(&result, sizeof(int));

    SHOW(cudaEventRecord(begin, first));
    LAUNCH(double_when_set<<<1, 1, 0, first>>>(shared.flag, result));
    SHOW(cudaEventRecord(end, first));
    SHOW(cudaStreamWaitEvent(second, end, 0));
    SHOW(cudaMemcpyAsync(shared.out, result, sizeof(int), cudaMemcpyDeviceToHost, second));
    SHOW(cudaEventQuery(end));
    SHOW(cudaStreamQuery(second));
    float milliseconds = 0;
    SHOW(cudaEventElapsedTime(&milliseconds, begin, end));
    *shared.flag = 9;
    SHOW(cudaStreamSynchronize(second));
    VALUE(*shared.out);
    SHOW(cudaEventQuery(end));
    SHOW(cudaEventElapsedTime(&milliseconds, begin, end));
    VALUE(milliseconds > 0);

    // Memory that is freed in stream order stays valid for earlier work.
    void* memory = nullptr;
    SHOW(cudaMallocAsync(&memory, sizeof(int), first));
    *shared.flag = 0;
    LAUNCH(double_when_set<<<1, 1, 0, first>>>(shared.flag, static_cast<int*>(memory)));
    SHOW(cudaMemcpyAsync(shared.out, memory, sizeof(int), cudaMemcpyDeviceToHost, first));
    SHOW(cudaFreeAsync(memory, first));
    *shared.flag = 8;
    SHOW(cudaStreamSynchronize(first));
    VALUE(*shared.out);
    cudaFree(result);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

/// A GPU loads kernels at their first use, which may wait for running kernels: a deadlock here.
template <class... Kernel> void load(Kernel... kernels) {
    cudaFuncAttributes attributes = {};
    (cudaFuncGetAttributes(&attributes, kernels), ...);
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // line-buffered: a program that hangs shows where
    load(double_when_set, count_until_set, set, play);
    host_sets_a_flag();
    functions_of_the_host();
    streams_beside_each_other();
    events_between_streams();
}

// Duties of the library in a program: threads, shared memory, forks, and launches
// without a reply.
//
//     client WAY
//
// Exit status: 0 if all checks hold.

#include "check.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

__global__ void add(int* numbers, int count, int addend) {
    const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (n < count) numbers[n] += addend;
}

__global__ void use_shared(int* numbers) {
    extern __shared__ int values[];
    values[threadIdx.x] = numbers[threadIdx.x];
    numbers[threadIdx.x] = values[threadIdx.x] + 1;
}

bool is_well(cudaError_t error) { return error == cudaSuccess; }

bool all_are(const int* numbers, int count, int value) {
    return std::all_of(numbers, numbers + count, [&](int number) { return number == value; });
}

// Exit status of @p act in a child; -1 if the child does not exit normally.
int status_of_child(const std::function<int()>& act) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) std::exit(act());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Each thread has its own last error, which is returned once.
void errors() {
    int* numbers = nullptr;
    CHECK(cudaMalloc(&numbers, 0) == cudaSuccess);
    CHECK(cudaMemset(nullptr, 0, 4) == cudaErrorInvalidValue);
    std::thread([] {
        CHECK(cudaPeekAtLastError() == cudaSuccess);
        CHECK(cudaSetDevice(99) == cudaErrorInvalidDevice);
        CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
        CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
        CHECK(cudaGetLastError() == cudaSuccess);
        add<<<1, 4096>>>(nullptr, 0, 0);
        CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
        // A successful call does not clear the last error.
        CHECK(is_well(cudaDeviceSynchronize()));
        CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    }).join();
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
}

void work_a_little() {
    int* numbers = nullptr;
    int host[32] = {};
    CHECK(is_well(cudaMalloc(&numbers, sizeof host)));
    CHECK(is_well(cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice)));
    for (int n = 0; n < 3; ++n) add<<<1, 32>>>(numbers, 32, 1);
    CHECK(is_well(cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost)));
    CHECK(all_are(host, 32, 3));
    CHECK(is_well(cudaFree(numbers)));
}

// More threads than channels, which works only if each returns its channel.
void threads() {
    for (int n = 0; n < 200; ++n) std::thread(work_a_little).join();
    for (int wave = 0; wave < 5; ++wave) {
        std::vector<std::thread> all;
        for (int n = 0; n < 40; ++n) all.emplace_back(work_a_little);
        for (std::thread& one : all) one.join();
    }
}

// The host and kernels write alternately to shared memory.
void take_turns(int* numbers, int count) {
    std::fill_n(numbers, count, 1);
    for (int n = 0; n < 10; ++n) {
        add<<<(count + 255) / 256, 256>>>(numbers, count, 2);
        CHECK(is_well(cudaDeviceSynchronize()));
        CHECK(all_are(numbers, count, 3 * n + 3));
        for (int i = 0; i < count; ++i) numbers[i] += 1;
    }
}

void shared_memory() {
    constexpr int count = 10'000;
    int* pinned = nullptr;
    int* managed = nullptr;
    CHECK(is_well(cudaMallocHost(&pinned, count * sizeof(int))));
    CHECK(is_well(cudaMallocManaged(&managed, count * sizeof(int))));
    take_turns(pinned, count);
    take_turns(managed, count);
    // Copies of pinned memory, to the device and back.
    int* device = nullptr;
    CHECK(is_well(cudaMalloc(&device, count * sizeof(int))));
    CHECK(is_well(cudaMemcpyAsync(device, pinned, count * sizeof(int), cudaMemcpyHostToDevice)));
    add<<<(count + 255) / 256, 256>>>(device, count, 1000);
    CHECK(is_well(cudaMemcpyAsync(pinned, device, count * sizeof(int), cudaMemcpyDeviceToHost)));
    CHECK(is_well(cudaDeviceSynchronize()));
    CHECK(all_are(pinned, count, 1031));
    CHECK(is_well(cudaFree(device)));
    CHECK(is_well(cudaFree(managed)));
    CHECK(is_well(cudaFreeHost(pinned)));
}

// Two ranges of pageable memory that are small enough for one page.
void registered() {
    constexpr int count = 50;
    auto* const one = static_cast<int*>(std::calloc(count, sizeof(int)));
    auto* const other = static_cast<int*>(std::calloc(count, sizeof(int)));
    CHECK(is_well(cudaHostRegister(one, count * sizeof(int), cudaHostRegisterMapped)));
    CHECK(is_well(cudaHostRegister(other, count * sizeof(int), cudaHostRegisterMapped)));
    int* of_one = nullptr;
    int* of_other = nullptr;
    CHECK(is_well(cudaHostGetDevicePointer(&of_one, one, 0)));
    CHECK(is_well(cudaHostGetDevicePointer(&of_other, other, 0)));
    add<<<1, 64>>>(of_one, count, 1);
    add<<<1, 64>>>(of_other, count, 2);
    CHECK(is_well(cudaDeviceSynchronize()));
    CHECK(all_are(one, count, 1) && all_are(other, count, 2));
    one[0] = 7;
    add<<<1, 64>>>(of_one, 1, 1);
    CHECK(is_well(cudaDeviceSynchronize()));
    CHECK(one[0] == 8);
    one[0] = 1;

    // A child has a copy of the memory, and writes only to its own.
    CHECK(status_of_child([&] {
              const bool has_it = all_are(one, count, 1) && all_are(other, count, 2);
              std::fill_n(one, count, 99);
              return has_it && all_are(one, count, 99) ? 0 : 1;
          }) == 0);
    CHECK(all_are(one, count, 1) && all_are(other, count, 2));
    add<<<1, 64>>>(of_one, count, 3);
    CHECK(is_well(cudaDeviceSynchronize()));
    CHECK(all_are(one, count, 4));

    CHECK(is_well(cudaHostUnregister(one)));
    CHECK(all_are(one, count, 4));
    // The other range still needs the page.
    add<<<1, 64>>>(of_other, count, 2);
    CHECK(is_well(cudaDeviceSynchronize()));
    CHECK(all_are(other, count, 4));
    CHECK(is_well(cudaHostUnregister(other)));
    CHECK(all_are(one, count, 4) && all_are(other, count, 4));
    std::fill_n(one, count, 5);
    CHECK(all_are(one, count, 5) && all_are(other, count, 4));
    std::free(one);
    std::free(other);
}

void note(void* place) { ++*static_cast<int*>(place); }

void graph() {
    constexpr int count = 300;
    std::vector<int> from(count);
    std::vector<int> to(count);
    int* device = nullptr;
    int called = 0;
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    CHECK(is_well(cudaMalloc(&device, count * sizeof(int))));
    CHECK(is_well(cudaStreamCreate(&stream)));
    CHECK(is_well(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal)));
    CHECK(is_well(cudaMemcpyAsync(device, from.data(), count * sizeof(int), cudaMemcpyHostToDevice, stream)));
    // The second one is a launch that was accepted before.
    add<<<2, 256, 0, stream>>>(device, count, 10);
    add<<<2, 256, 0, stream>>>(device, count, 5);
    CHECK(is_well(cudaLaunchHostFunc(stream, note, &called)));
    CHECK(is_well(cudaMemcpyAsync(to.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost, stream)));
    CHECK(is_well(cudaStreamEndCapture(stream, &graph)));
    CHECK(is_well(cudaGraphInstantiate(&executable, graph, 0)));
    for (int n = 0; n < 3; ++n) {
        // The copy reads the memory when the graph runs, not when it was captured.
        std::fill(from.begin(), from.end(), n);
        CHECK(is_well(cudaGraphLaunch(executable, stream)));
        CHECK(is_well(cudaStreamSynchronize(stream)));
        CHECK(all_are(to.data(), count, n + 15));
        CHECK(called == n + 1);
    }
    CHECK(is_well(cudaGraphExecDestroy(executable)));
    CHECK(is_well(cudaGraphDestroy(graph)));
    CHECK(is_well(cudaStreamDestroy(stream)));
    CHECK(is_well(cudaFree(device)));
}

// An accepted launch is rejected after a change.
void refused() {
    int* numbers = nullptr;
    cudaStream_t stream = nullptr;
    CHECK(is_well(cudaMalloc(&numbers, 32 * sizeof(int))));
    CHECK(is_well(cudaMemset(numbers, 0, 32 * sizeof(int))));
    CHECK(is_well(cudaStreamCreate(&stream)));
    for (int n = 0; n < 3; ++n) {
        add<<<1, 32, 0, stream>>>(numbers, 32, 1);
        CHECK(is_well(cudaGetLastError()));
    }
    CHECK(is_well(cudaStreamDestroy(stream)));
    // Only on the simulator: a GPU's driver accesses the destroyed stream, and the program crashes.
    add<<<1, 32, 0, stream>>>(numbers, 32, 1);
    CHECK(!is_well(cudaGetLastError()));

    constexpr int large = 100 * 1024;
    constexpr int small = 60 * 1024;
    const auto limit = cudaFuncAttributeMaxDynamicSharedMemorySize;
    CHECK(is_well(cudaFuncSetAttribute(use_shared, limit, large)));
    for (int n = 0; n < 3; ++n) {
        use_shared<<<1, 32, large>>>(numbers);
        CHECK(is_well(cudaGetLastError()));
    }
    CHECK(is_well(cudaFuncSetAttribute(use_shared, limit, small)));
    use_shared<<<1, 32, large>>>(numbers);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    // A rejected launch does not affect the next one.
    use_shared<<<1, 32, small>>>(numbers);
    CHECK(is_well(cudaGetLastError()));
    int host[32] = {};
    CHECK(is_well(cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost)));
    CHECK(all_are(host, 32, 7));
    CHECK(is_well(cudaFree(numbers)));
}

// Copies to the device and back, between rows of different pitches.
void copy_rows(std::size_t width, std::size_t rows) {
    const std::size_t from_pitch = width + 33;
    const std::size_t to_pitch = width + 5;
    std::vector<unsigned char> from(from_pitch * rows);
    std::vector<unsigned char> to(to_pitch * rows, 0xee);
    for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<unsigned char>(n * 7 + n / 251);
    void* device = nullptr;
    std::size_t pitch = 0;
    CHECK(is_well(cudaMallocPitch(&device, &pitch, width, rows)));
    CHECK(is_well(cudaMemcpy2D(device, pitch, from.data(), from_pitch, width, rows, cudaMemcpyHostToDevice)));
    CHECK(is_well(cudaMemcpy2D(to.data(), to_pitch, device, pitch, width, rows, cudaMemcpyDeviceToHost)));
    bool same = true;
    for (std::size_t row = 0; row < rows; ++row) {
        const auto* const came = to.data() + row * to_pitch;
        same = same && std::memcmp(came, from.data() + row * from_pitch, width) == 0;
        // The padding between the rows must not change.
        same = same &&
               std::all_of(came + width, came + to_pitch, [](unsigned char byte) { return byte == 0xee; });
    }
    CHECK(same);
    CHECK(is_well(cudaFree(device)));
}

void pitches() {
    copy_rows(3000, 700);
    copy_rows(300'000, 5);
    copy_rows(1, 2'000'000 / 34);
}

void fork_before() {
    CHECK(status_of_child([] {
              work_a_little();
              return wrong;
          }) == 0);
    work_a_little();
}

bool is_refused_after_fork() {
    void* memory = nullptr;
    const bool refused = cudaMalloc(&memory, 4) == cudaErrorInitializationError &&
                         cudaGetLastError() == cudaErrorInitializationError &&
                         cudaGetLastError() == cudaSuccess;
    add<<<1, 1>>>(nullptr, 0, 0);
    return refused && cudaGetLastError() == cudaErrorInitializationError;
}

void fork_after() {
    work_a_little();
    int* pinned = nullptr;
    CHECK(is_well(cudaMallocHost(&pinned, 4096)));
    *pinned = 5;
    CHECK(status_of_child([] { return is_refused_after_fork() ? 0 : 1; }) == 0);
    CHECK(*pinned == 5);
    CHECK(is_well(cudaFreeHost(pinned)));
    work_a_little();
}

// Children that are forked while other threads are in calls, from the first call on.
void fork_beside() {
    std::atomic<bool> enough = false;
    std::vector<std::thread> all;
    for (int n = 0; n < 3; ++n) {
        all.emplace_back([&] {
            while (!enough) work_a_little();
        });
    }
    bool refused = false;
    for (int n = 0; n < 30; ++n) {
        // Early children may be forked before any call, and get their own device.
        const int status = status_of_child([] {
            void* memory = nullptr;
            const cudaError_t error = cudaMalloc(&memory, 4);
            if (error == cudaSuccess) return is_well(cudaFree(memory)) ? 0 : 1;
            return error == cudaErrorInitializationError ? 2 : 1;
        });
        refused = refused || status == 2;
        CHECK(status == (refused ? 2 : 0));
    }
    enough = true;
    for (std::thread& one : all) one.join();
}

} // namespace

int main(int arguments, char** argument) {
    const std::map<std::string, void (*)()> ways = {
        {"errors", errors},           {"fork_after", fork_after}, {"fork_before", fork_before},
        {"fork_beside", fork_beside}, {"graph", graph},           {"pitches", pitches},
        {"refused", refused},         {"registered", registered}, {"shared_memory", shared_memory},
        {"threads", threads}};
    if (arguments != 2 || ways.count(argument[1]) == 0) return 2;
    ways.at(argument[1])();
    return wrong == 0 ? 0 : 1;
}

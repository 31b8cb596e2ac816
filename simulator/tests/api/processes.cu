// Two processes that share device memory, and wait for each other with events.
//
// The program starts itself a second time before it uses CUDA. The processes alternate by bytes in two pipes,
// so that their output is always in the same order; only events order the work of kernels.

#include "check.h"
#include "show.h"

#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int count = 1000;
constexpr int rounds = 5;

// Takes a while, and writes at its end.
__global__ void add_late(int* numbers, int addend) {
    const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned spun = 1;
    for (int i = 0; i < 2000; ++i) spun = spun * 1664525 + 1013904223;
    if (n < count && spun != 0) numbers[n] += addend;
}

__global__ void twice(const int* numbers, int* doubled) {
    const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (n < count) doubled[n] = 2 * numbers[n];
}

// Data that the processes exchange.
struct Line {
    int in, out;

    template <class T> void tell(const T& value) const {
        std::fflush(stdout);
        if (write(out, &value, sizeof value) != sizeof value) std::exit(9);
    }
    template <class T> T hear() const {
        T value;
        if (read(in, &value, sizeof value) != sizeof value) std::exit(9);
        return value;
    }
    void pass() const { tell('.'); }
    void wait() const { hear<char>(); }
};

long sum_of(const int* device) {
    std::vector<int> numbers(count);
    CHECK(cudaMemcpy(numbers.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    long sum = 0;
    for (const int number : numbers) sum += number;
    return sum;
}

// Requests handles for memory and events that cannot have one.
void ask_for_wrong_handles() {
    cudaIpcMemHandle_t memory{};
    cudaIpcEventHandle_t handle{};
    cudaEvent_t event = nullptr;
    int* managed = nullptr;
    int* pinned = nullptr;
    int local = 0;
    SHOW(cudaMallocManaged(&managed, 4096));
    SHOW(cudaMallocHost(&pinned, 4096));
    SHOW(cudaIpcGetMemHandle(&memory, managed));
    SHOW(cudaIpcGetMemHandle(&memory, pinned));
    SHOW(cudaIpcGetMemHandle(&memory, &local));
    SHOW(cudaIpcGetMemHandle(&memory, nullptr));
    SHOW(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
    SHOW(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    SHOW(cudaIpcGetEventHandle(&handle, event));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaFree(managed));
    SHOW(cudaFreeHost(pinned));
}

int be_parent(const Line& other) {
    int* numbers = nullptr;
    int* doubled = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t mine = nullptr;
    cudaIpcMemHandle_t memory{};
    cudaIpcMemHandle_t inside{};
    cudaIpcEventHandle_t event{};
    SHOW(cudaMalloc(&numbers, count * sizeof(int)));
    SHOW(cudaMalloc(&doubled, count * sizeof(int)));
    SHOW(cudaMemset(numbers, 0, count * sizeof(int)));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaEventCreateWithFlags(&mine, cudaEventInterprocess | cudaEventDisableTiming));
    SHOW(cudaEventQuery(mine));
    SHOW(cudaIpcGetMemHandle(&memory, numbers));
    SHOW(cudaIpcGetMemHandle(&inside, numbers + 1));
    SHOW(cudaIpcGetEventHandle(&event, mine));
    void* own = nullptr;
    SHOW(cudaIpcOpenMemHandle(&own, memory, cudaIpcMemLazyEnablePeerAccess));
    cudaEvent_t own_event = nullptr;
    SHOW(cudaIpcOpenEventHandle(&own_event, event));
    SHOW(cudaIpcCloseMemHandle(numbers));
    ask_for_wrong_handles();

    add_late<<<4, 256, 0, stream>>>(numbers, 1);
    CHECK(cudaEventRecord(mine, stream) == cudaSuccess);
    other.tell(memory);
    other.tell(event);
    const auto their_event = other.hear<cudaIpcEventHandle_t>();
    cudaEvent_t theirs = nullptr;
    SHOW(cudaIpcOpenEventHandle(&theirs, their_event));

    // In each round both add, and the second process must see the writes of the first.
    for (int round = 1; round <= rounds; ++round) {
        CHECK(cudaStreamWaitEvent(stream, theirs) == cudaSuccess);
        twice<<<4, 256, 0, stream>>>(numbers, doubled);
        CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
        std::printf("round %d: the parent doubles to %ld\n", round, sum_of(doubled));
        CHECK(sum_of(doubled) == 2L * count * (round * 11));
        add_late<<<4, 256, 0, stream>>>(numbers, 1);
        CHECK(cudaEventRecord(mine, stream) == cudaSuccess);
        other.pass();
        other.wait();
    }
    SHOW(cudaEventSynchronize(theirs));
    SHOW(cudaEventQuery(theirs));
    SHOW(cudaEventDestroy(theirs));
    other.pass();
    other.wait();
    // The other process has exited without freeing anything.
    std::printf("at the end: %ld\n", sum_of(numbers));
    CHECK(sum_of(numbers) == static_cast<long>(count) * ((rounds + 1) * 11 + 100));
    SHOW(cudaFree(numbers));
    SHOW(cudaFree(doubled));
    SHOW(cudaEventDestroy(mine));
    SHOW(cudaStreamDestroy(stream));
    return wrong;
}

int be_child(const Line& other) {
    const auto memory = other.hear<cudaIpcMemHandle_t>();
    const auto event = other.hear<cudaIpcEventHandle_t>();
    void* opened = nullptr;
    void* again = nullptr;
    SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
    SHOW(cudaIpcOpenMemHandle(&again, memory, cudaIpcMemLazyEnablePeerAccess));
    SHOW(cudaIpcOpenMemHandle(&again, memory, 0));
    VALUE(opened == again);
    auto* const numbers = static_cast<int*>(opened);
    cudaEvent_t theirs = nullptr;
    SHOW(cudaIpcOpenEventHandle(&theirs, event));
    cudaIpcMemHandle_t garbage;
    for (char& byte : garbage.reserved) byte = 0x5a;
    SHOW(cudaIpcOpenMemHandle(&again, garbage, cudaIpcMemLazyEnablePeerAccess));
    cudaIpcEventHandle_t garbage_event;
    for (char& byte : garbage_event.reserved) byte = 0x5a;
    cudaEvent_t none = nullptr;
    SHOW(cudaIpcOpenEventHandle(&none, garbage_event));
    cudaIpcEventHandle_t passed_on{};
    SHOW(cudaIpcGetEventHandle(&passed_on, theirs));
    cudaIpcMemHandle_t passed_on_memory{};
    SHOW(cudaIpcGetMemHandle(&passed_on_memory, opened));
    cudaPointerAttributes attributes{};
    SHOW(cudaPointerGetAttributes(&attributes, opened));
    VALUE(attributes.type);

    cudaStream_t stream = nullptr;
    cudaEvent_t mine = nullptr;
    cudaIpcEventHandle_t handle{};
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaEventCreateWithFlags(&mine, cudaEventInterprocess | cudaEventDisableTiming));
    SHOW(cudaIpcGetEventHandle(&handle, mine));
    for (int round = 0; round <= rounds; ++round) {
        // The first of these waits for a kernel that may still be running.
        CHECK(cudaStreamWaitEvent(stream, theirs) == cudaSuccess);
        add_late<<<4, 256, 0, stream>>>(numbers, 10);
        CHECK(cudaEventRecord(mine, stream) == cudaSuccess);
        if (round == 0) {
            other.tell(handle);
        } else {
            other.pass();
        }
        other.wait();
    }
    SHOW(cudaEventSynchronize(theirs));
    std::printf("the child reads %ld\n", sum_of(numbers));
    CHECK(sum_of(numbers) == static_cast<long>(count) * (rounds + 1) * 11);
    add_late<<<4, 256>>>(numbers, 100);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaIpcCloseMemHandle(opened));
    // It was opened twice.
    CHECK(sum_of(numbers) == static_cast<long>(count) * ((rounds + 1) * 11 + 100));
    SHOW(cudaIpcCloseMemHandle(opened));
    SHOW(cudaIpcCloseMemHandle(opened));
    SHOW(cudaEventDestroy(theirs));
    SHOW(cudaIpcOpenMemHandle(&opened, memory, cudaIpcMemLazyEnablePeerAccess));
    other.pass();
    return wrong;
}

} // namespace

int main(int arguments, char** argument) {
    if (arguments == 4) {
        const int status = be_child({std::atoi(argument[2]), std::atoi(argument[3])});
        return status == 0 ? 0 : 1;
    }
    int to_child[2];
    int from_child[2];
    if (pipe(to_child) != 0 || pipe(from_child) != 0) return 9;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        close(to_child[1]);
        close(from_child[0]);
        execl(argument[0], argument[0], "child", std::to_string(to_child[0]).c_str(),
              std::to_string(from_child[1]).c_str(), nullptr);
        _exit(9);
    }
    close(to_child[0]);
    close(from_child[1]);
    be_parent({from_child[0], to_child[1]});
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return wrong == 0 ? 0 : 1;
}

// Makes one finding, and then ends in the way that its argument names.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

// Changes memory all the time, so that this is not a livelock.
__global__ void never_end(volatile unsigned* p) {
    for (unsigned i = 0;; i += 2) *p = i;
}

void end_oneself(int signal) {
    kill(getpid(), signal);
    sleep(60);
}

// The compiler cannot turn this recursion into a loop, because of the volatile depth.
int recurse(volatile int* depth) {
    volatile int local[256] = {*depth};
    return recurse(depth) + local[*depth];
}

void say_goodbye(int) {
    std::puts("goodbye");
    std::exit(3);
}

} // namespace

int main(int, char** arguments) {
    const std::string way = arguments[1];
    if (way == "own_handler") std::signal(SIGTERM, say_goodbye);
    unsigned* p = nullptr;
    cudaMalloc(&p, 16);
    cudaMemset(p, 0, 32);

    volatile int zero = 0;
    char* volatile nowhere = nullptr;
    if (way == "null") *nowhere = 1;
    if (way == "printing") std::printf("%d %s %d\n", 1, nowhere + 1, 2);
    if (way == "overflow") return recurse(&zero);
    if (way == "divide") return 7 / zero;
    if (way == "abort") std::abort();
    if (way == "sent_fault") end_oneself(SIGSEGV);
    if (way == "interrupt") end_oneself(SIGINT);
    if (way == "terminate" || way == "own_handler") end_oneself(SIGTERM);
    if (way == "quick_exit") std::quick_exit(0);
    if (way == "exit_in_function") {
        cudaLaunchHostFunc(
            nullptr, [](void*) { std::exit(3); }, nullptr);
        cudaDeviceSynchronize();
    }
    if (way == "in_a_kernel") {
        std::thread([] {
            usleep(500'000);
            kill(getpid(), SIGINT);
        }).detach();
        cudaMemset(p, 0, 16);
        never_end<<<1, 1>>>(p);
    }
    if (way == "beside_a_call") {
        std::thread([p] { never_end<<<1, 1>>>(p); }).detach();
        usleep(500'000);
        std::quick_exit(0);
    }
    return 0;
}

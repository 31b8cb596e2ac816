/// @file
/// Costs of starting kernels and blocks.

#include "gpu.h"
#include "output.h"
#include "timing.h"

namespace calibrate {
namespace {

constexpr int many = 1000;

__global__ void do_nothing() {}

/// Keeps the GPU busy while the host enqueues more work.
__global__ void wait_cycles(long long clocks) {
    const long long begin = clock64();
    while (clock64() - begin < clocks) {
    }
}

/// Time of work that is completely enqueued before it starts: microseconds, median.
template <typename Work> double queued_microseconds(double wait_us, Work work) {
    int khz = 0;
    check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0), "cudaDeviceGetAttribute");
    EventTimer timer;
    std::vector<double> times;
    for (int run = 0; run <= runs; ++run) {
        wait_cycles<<<1, 1>>>(static_cast<long long>(wait_us * khz * 1e-3));
        timer.begin();
        work();
        const double time = timer.end();
        if (run > 0) times.push_back(time);
    }
    return median(times);
}

/// Time of a kernel in a graph that is a chain of kernels: microseconds.
double graph_node_microseconds() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    for (int kernel = 0; kernel < many; ++kernel) do_nothing<<<1, 32, 0, stream>>>();
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
    const double time =
        gpu_microseconds([&] { check(cudaGraphLaunch(executable, nullptr), "cudaGraphLaunch"); });
    check(cudaGraphExecDestroy(executable), "cudaGraphExecDestroy");
    check(cudaGraphDestroy(graph), "cudaGraphDestroy");
    check(cudaStreamDestroy(stream), "cudaStreamDestroy");
    return time / many;
}

/// Blocks per microsecond, without the time of an empty kernel.
double blocks_per_us(double empty_us, int threads) {
    constexpr int blocks = 1'000'000;
    const double time = gpu_microseconds([&] { do_nothing<<<blocks, threads>>>(); });
    return blocks / (time - empty_us);
}

} // namespace

void measure_launches(const Gpu&) {
    begin_table("time.launch");
    const double nothing = queued_microseconds(200, [] {});
    const double empty = queued_microseconds(200, [] { do_nothing<<<1, 32>>>(); });
    print_value("empty_us", empty, "an empty kernel between two events");
    print_value("events_us", nothing, "nothing between two events");
    print_value("back_to_back_us",
                queued_microseconds(6000,
                                    [] {
                                        for (int kernel = 0; kernel < many; ++kernel) do_nothing<<<1, 32>>>();
                                    }) /
                    many,
                "each of many empty kernels in a stream");
    print_value("blocks_per_us", blocks_per_us(empty, 32), "of 32 threads");
    const double blocks_256 = blocks_per_us(empty, 256);
    print_value("blocks_per_us_256", blocks_256, "of 256 threads");
    const double blocks_1024 = blocks_per_us(empty, 1024);
    print_value("blocks_per_us_1024", blocks_1024, "of 1024 threads");
    print_value("warps_per_us", std::max(8 * blocks_256, 32 * blocks_1024), "the better of the last two");
    print_value("call_us",
                host_microseconds(
                    [] {
                        do_nothing<<<1, 32>>>();
                        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
                    },
                    501),
                "a launch and cudaDeviceSynchronize, on the host's clock");
    print_value("graph_us", graph_node_microseconds(), "each of many empty kernels of a graph");
}

} // namespace calibrate

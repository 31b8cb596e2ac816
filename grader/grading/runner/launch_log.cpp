#include "grading/runner/launch_log.h"

#include <algorithm>
#include <mutex>
#include <string>

#include <cuda_runtime_api.h>

#include "grading/channel/kernel_name.h"
#include "grading/channel/protocol.h"

namespace runner {
namespace {

struct Log {
    std::mutex mutex;
    bool recording = false;
    ShapeCounts shapes{grader::protocol::max_launch_shapes};
    std::size_t unread_nodes = 0;
};

Log& log() {
    static Log instance;
    return instance;
}

nlohmann::json describe(const Shape& shape, std::size_t launches) {
    const std::string symbol = symbol_of(shape.kernel);
    nlohmann::json result = {{"kernel", grader::kernel_name(grader::demangled(symbol))},
                             {"symbol", symbol},
                             {"grid", {shape.grid.x, shape.grid.y, shape.grid.z}},
                             {"block", {shape.block.x, shape.block.y, shape.block.z}},
                             {"registers", 0},
                             {"local_bytes", 0},
                             {"shared_bytes", shape.dynamic_shared},
                             {"occupancy", 0.0},
                             {"count", launches}};
    cudaError_t answer = cudaSuccess;
    const auto answered = [&](cudaError_t error) {
        if (error != cudaSuccess) answer = error;
        return error == cudaSuccess;
    };
    cudaFuncAttributes attributes{};
    if (answered(cudaFuncGetAttributes(&attributes, shape.kernel))) {
        result["registers"] = attributes.numRegs;
        result["local_bytes"] = attributes.localSizeBytes;
        result["shared_bytes"] = attributes.sharedSizeBytes + shape.dynamic_shared;
    }
    const auto threads = static_cast<int>(shape.block.x * shape.block.y * shape.block.z);
    int blocks = 0;
    int most_threads = 0;
    if (answered(cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0)) &&
        answered(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, shape.kernel, threads,
                                                               shape.dynamic_shared)) &&
        most_threads > 0) {
        // A partly filled warp still occupies a whole warp slot.
        const int warps = (threads + 31) / 32;
        result["occupancy"] = std::min(1.0, static_cast<double>(blocks * warps * 32) / most_threads);
    }
    // Clear the error that these queries have left; an error of the solution's own stays.
    if (answer != cudaSuccess) (void)cudaGetLastError();
    return result;
}

} // namespace

std::string symbol_of(const void* kernel) {
    const char* mangled = nullptr;
    return cudaFuncGetName(&mangled, kernel) == cudaSuccess && mangled != nullptr ? mangled : "?";
}

void start_launch_log() {
    const std::lock_guard lock(log().mutex);
    log().shapes.clear();
    log().unread_nodes = 0;
    log().recording = true;
}

void stop_launch_log() {
    const std::lock_guard lock(log().mutex);
    log().recording = false;
}

void log_launch(const Shape& shape, std::size_t launches) {
    const std::lock_guard lock(log().mutex);
    if (log().recording) log().shapes.add(shape, launches);
}

void log_unread_nodes(std::size_t nodes) {
    const std::lock_guard lock(log().mutex);
    if (log().recording) log().unread_nodes += nodes;
}

nlohmann::json launch_log() {
    std::unique_lock lock(log().mutex);
    const ShapeCounts shapes = log().shapes;
    const std::size_t unread_nodes = log().unread_nodes;
    lock.unlock();
    nlohmann::json launches = nlohmann::json::array();
    for (const auto& [shape, count] : shapes.entries()) launches.push_back(describe(shape, count));
    return {{"launches", std::move(launches)}, {"dropped", shapes.dropped()}, {"unread_nodes", unread_nodes}};
}

} // namespace runner

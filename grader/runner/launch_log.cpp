#include "runner/launch_log.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <mutex>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "child/kernel_name.h"
#include "runner/next_function.h"

namespace runner {
namespace {

struct Entry {
    const void* kernel;
    dim3 grid;
    dim3 block;
    std::size_t dynamic_shared;
    std::size_t count;
};

struct Log {
    std::mutex mutex;
    bool recording = false;
    std::vector<Entry> entries;
};

Log& log() {
    static Log instance;
    return instance;
}

/// A solution that launches in ever new shapes must not grow the log without end.
constexpr std::size_t most_entries = 256;

bool same(dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

void record(const void* kernel, dim3 grid, dim3 block, std::size_t dynamic_shared) {
    Log& the_log = log();
    const std::lock_guard lock(the_log.mutex);
    if (!the_log.recording) return;
    for (Entry& entry : the_log.entries) {
        if (entry.kernel != kernel || entry.dynamic_shared != dynamic_shared) continue;
        if (!same(entry.grid, grid) || !same(entry.block, block)) continue;
        ++entry.count;
        return;
    }
    if (the_log.entries.size() < most_entries)
        the_log.entries.push_back({kernel, grid, block, dynamic_shared, 1});
}

std::string symbol_of(const void* kernel) {
    const char* mangled = nullptr;
    return cudaFuncGetName(&mangled, kernel) == cudaSuccess && mangled != nullptr ? mangled : "?";
}

std::string demangled(const std::string& symbol) {
    int status = 0;
    char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    std::string name = status == 0 ? text : symbol;
    std::free(text);
    return name;
}

nlohmann::json describe(const Entry& entry) {
    const std::string symbol = symbol_of(entry.kernel);
    nlohmann::json result = {{"kernel", grader::kernel_name(demangled(symbol))},
                             {"symbol", symbol},
                             {"grid", {entry.grid.x, entry.grid.y, entry.grid.z}},
                             {"block", {entry.block.x, entry.block.y, entry.block.z}},
                             {"registers", 0},
                             {"local_bytes", 0},
                             {"shared_bytes", entry.dynamic_shared},
                             {"occupancy", 0.0},
                             {"count", entry.count}};
    cudaFuncAttributes attributes{};
    if (cudaFuncGetAttributes(&attributes, entry.kernel) == cudaSuccess) {
        result["registers"] = attributes.numRegs;
        result["local_bytes"] = attributes.localSizeBytes;
        result["shared_bytes"] = attributes.sharedSizeBytes + entry.dynamic_shared;
    }
    const auto threads = static_cast<int>(entry.block.x * entry.block.y * entry.block.z);
    int blocks = 0;
    int most_threads = 0;
    if (cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0) == cudaSuccess &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, entry.kernel, threads, entry.dynamic_shared) ==
            cudaSuccess &&
        most_threads > 0) {
        // A warp that is not full holds its slot all the same.
        const int warps = (threads + 31) / 32;
        result["occupancy"] = std::min(1.0, static_cast<double>(blocks * warps * 32) / most_threads);
    }
    (void)cudaGetLastError(); // a launch that was refused must not leave its error to the next question
    return result;
}

} // namespace

void start_launch_log() {
    const std::lock_guard lock(log().mutex);
    log().entries.clear();
    log().recording = true;
}

void stop_launch_log() {
    const std::lock_guard lock(log().mutex);
    log().recording = false;
}

nlohmann::json launch_log() {
    std::vector<Entry> entries;
    {
        const std::lock_guard lock(log().mutex);
        entries = log().entries;
    }
    nlohmann::json result = nlohmann::json::array();
    for (const Entry& entry : entries) result.push_back(describe(entry));
    return result;
}

} // namespace runner

extern "C" {

/// The launch that nvcc 13 emits for `<<<>>>`.
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                               cudaStream_t stream) {
    using Launch = cudaError_t(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
    static Launch* const launch = runner::next_function<Launch>("__cudaLaunchKernel");
    runner::record(reinterpret_cast<const void*>(kernel), grid, block, shared);
    return launch(kernel, grid, block, arguments, shared, stream);
}

/// The launch by name.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
    using Launch = cudaError_t(const void*, dim3, dim3, void**, size_t, cudaStream_t);
    static Launch* const launch = runner::next_function<Launch>("cudaLaunchKernel");
    runner::record(kernel, grid, block, shared);
    return launch(kernel, grid, block, arguments, shared, stream);
}

/// The launch with attributes: clusters, programmatic dependence, cooperative grids.
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
    using Launch = cudaError_t(const cudaLaunchConfig_t*, const void*, void**);
    static Launch* const launch = runner::next_function<Launch>("cudaLaunchKernelExC");
    runner::record(kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes);
    return launch(config, kernel, arguments);
}

} // extern "C"

// Speed of the simulator: warp instructions per second, with everything off, with the counters on, and with
// all checks.
//
//     bench [KERNELS.ptx]
//
// Prints a table as Markdown. docs/results/simulator.md contains the output of one machine.

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include <fmt/core.h>

#include "checks/checks.h"
#include "findings/finding_text.h"
#include "gpu/occupancy.h"
#include "machine/launch.h"
#include "ptx/parser.h"

namespace {

using namespace simulator;

constexpr std::uint32_t size = 512;
constexpr std::uint32_t threads = 32;
constexpr int repeats = 5;

// The three matrices of a product in device memory.
struct Matrices {
    explicit Matrices(DeviceMemory& memory) {
        for (const Allocation*& matrix : all) {
            matrix = memory.allocate(bytes, AllocationOrigin::device, {});
            auto* const values = reinterpret_cast<float*>(matrix->host);
            for (std::size_t n = 0; n < std::size_t{size} * size; ++n)
                values[n] = static_cast<float>(n % 17) * 0.25F;
        }
    }
    static constexpr std::uint64_t bytes = std::uint64_t{size} * size * sizeof(float);
    const Allocation* all[3] = {};
};

LaunchRequest request_for(std::shared_ptr<const Kernel> kernel, const Matrices& matrices,
                          const Device& device) {
    LaunchRequest request;
    request.grid = {size / threads, size / threads, 1};
    request.block = {threads, threads, 1};
    request.parameters.resize(kernel->parameter_bytes);
    for (int n = 0; n < 3; ++n)
        std::memcpy(request.parameters.data() + kernel->parameters[static_cast<std::size_t>(n)].offset,
                    &matrices.all[n]->begin, sizeof(Address));
    const std::uint32_t n = size;
    std::memcpy(request.parameters.data() + kernel->parameters[3].offset, &n, sizeof n);
    request.kernel = std::move(kernel);
    const Occupancy on_sm =
        occupancy(device, {.registers = 32, .static_shared = request.kernel->static_shared},
                  threads * threads, 0);
    request.resident_blocks = on_sm.blocks_per_sm;
    request.l1_bytes = on_sm.l1_bytes;
    return request;
}

double seconds_of(Machine& machine, const LaunchRequest& request, Observer* observer) {
    double best = 1e9;
    for (int n = 0; n < repeats; ++n) {
        const auto begin = std::chrono::steady_clock::now();
        const LaunchResult result = machine.launch(request, observer);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (result.fault) throw std::runtime_error(sentence(result.fault->what));
        best = std::min(best, took.count());
    }
    return best;
}

std::uint64_t instructions_of(Machine& machine, const LaunchRequest& request) {
    const LaunchResult result = machine.launch(request);
    std::uint64_t sum = 0;
    for (std::size_t op = 0; op < request.kernel->info.size(); ++op)
        if (request.kernel->info[op].written) sum += result.counters->tallies[op].warps;
    return sum;
}

void print_row(const ptx::Module& module, std::shared_ptr<const ptx::Module> shared, std::uint32_t function,
               const Device& device) {
    DeviceMemory memory(std::uint64_t{1} << 30);
    const Matrices matrices(memory);
    const std::shared_ptr<const Kernel> kernel = decode(std::move(shared), function, {});
    const LaunchRequest request = request_for(kernel, matrices, device);
    Machine plain(device, memory, {.cores = 1, .count = false});
    Machine counting(device, memory, {.cores = 1, .count = true});
    Machine on_all_cores(device, memory, {.cores = 0, .count = true});
    Findings findings;
    const double millions = static_cast<double>(instructions_of(counting, request)) / 1e6;
    const double off = seconds_of(plain, request, nullptr);
    const double on = seconds_of(counting, request, nullptr);
    const double all = seconds_of(on_all_cores, request, nullptr);
    GlobalShadow shadow(memory);
    for (const Allocation* matrix : matrices.all) shadow.written(matrix->begin, matrix->bytes);
    Checks checks(memory, shadow, findings, {});
    const double checked = seconds_of(counting, request, &checks);
    fmt::print("| {} | {:.1f} M | {:.0f} M/s | {:.0f} M/s | {:.0f} M/s | {:.1f} M/s | {:.1f} |\n",
               module.functions[function].name, millions, millions / off, millions / on, millions / all,
               millions / checked, checked / on);
}

} // namespace

int main(int argc, char** argv) {
    const std::string path = argc > 1 ? argv[1] : BENCH_KERNELS;
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.empty()) {
        std::cerr << "cannot read " << path << '\n';
        return 2;
    }
    const auto module = std::make_shared<const ptx::Module>(ptx::parse(text));
    fmt::print("Warp instructions a second; {} of {}, the best of {} runs each.\n\n", "512 x 512",
               "blocks of 32 x 32 threads", repeats);
    fmt::print(
        "| kernel | instructions | one core, counters off | one core, counters on | {} cores, counters on | "
        "one core, all checks | checks cost |\n|---|---:|---:|---:|---:|---:|---:|\n",
        std::thread::hardware_concurrency());
    for (std::uint32_t n = 0; n < module->functions.size(); ++n)
        if (module->functions[n].entry) print_row(*module, module, n, device_named("h200"));
    return 0;
}

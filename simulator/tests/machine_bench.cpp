#include "machine_bench.h"

#include <cstring>

#include <catch2/catch_test_macros.hpp>
#include <fmt/core.h>

#include "findings/finding_text.h"
#include "gpu/device.h"
#include "ptx/parser.h"

namespace machine_bench {

using namespace simulator;

namespace {

constexpr std::uint64_t number_count = 1000;
constexpr std::uint64_t result_count = 65'536;

std::string module_around(const std::string& body) {
    return ".version 9.0\n.target sm_90\n.address_size 64\n"
           ".const .align 16 .b8 constant_[64];\n"
           ".entry k(.param .u64 numbers, .param .u64 results) {\n"
           ".reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n"
           ".shared .align 16 .b8 shared_[256];\n.local .align 16 .b8 local_[64];\n"
           "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
           "mad.lo.u32 %r3, %r2, %r3, %r1;\n"
           "ld.param.u64 %rd1, [numbers];\nld.param.u64 %rd2, [results];\n"
           "mad.wide.u32 %rd3, %r3, 4, %rd1;\nmad.wide.u32 %rd4, %r3, 4, %rd2;\n" +
           body + "\nret;\n}\n";
}

std::string text_of(const std::optional<Coordinates>& place) {
    return place ? fmt::format("({}, {}, {})", place->x, place->y, place->z) : "-";
}

void append(std::vector<std::byte>& bytes, Address address) {
    const auto* begin = reinterpret_cast<const std::byte*>(&address);
    bytes.insert(bytes.end(), begin, begin + sizeof address);
}

} // namespace

Gpu::Gpu()
    : memory(std::uint64_t{1} << 30),
      numbers_(memory.allocate(number_count * 4, AllocationOrigin::device, {nullptr, 1})),
      results_(memory.allocate(result_count * 4, AllocationOrigin::device, {nullptr, 2})),
      constants_(memory.allocate(64, AllocationOrigin::constant, {}, "constant_")) {}

LaunchResult Gpu::run(const std::string& body, const Setup& setup) {
    GlobalShadow shadow(memory);
    shadow.written(numbers_->begin, numbers_->bytes);
    shadow.written(results_->begin, results_->bytes);
    Checks checks(memory, shadow, findings, setup.checks);
    return run(body, setup, &checks);
}

LaunchResult Gpu::run(const std::string& body, const Setup& setup, Observer* observer) {
    const auto module = std::make_shared<ptx::Module>(ptx::parse(module_around(body)));
    LaunchRequest request;
    request.kernel = kernel = decode(module, 0, {constants_->begin});
    request.grid = {setup.blocks, 1, 1};
    request.block = {setup.threads, 1, 1};
    request.resident_blocks = 8;
    request.yield_to_other_work = setup.yield_to_other_work;
    request.recorded_blocks = setup.recorded_blocks;
    request.traced_blocks = setup.traced_blocks;
    request.max_trace_steps = 1'000'000;
    request.round_robin_blocks = setup.round_robin_blocks;
    append(request.parameters, numbers_->begin);
    append(request.parameters, results_->begin);
    MachineSettings settings;
    settings.cores = setup.cores;
    settings.warp_instruction_limit = setup.warp_instruction_limit;
    settings.instruction_limit = setup.instruction_limit;
    Machine machine(device_named("h200"), memory, settings);
    for (std::uint32_t launch = 1; launch < setup.launches; ++launch) machine.launch(request, observer);
    return machine.launch(request, observer);
}

void Gpu::set_number(std::size_t n, std::uint32_t value) {
    std::memcpy(numbers_->host + n * sizeof value, &value, sizeof value);
}

std::uint32_t Gpu::result(std::size_t n) const {
    std::uint32_t value = 0;
    std::memcpy(&value, results_->host + n * sizeof value, sizeof value);
    return value;
}

std::vector<std::byte> Gpu::bytes() const {
    std::vector<std::byte> all(numbers_->host, numbers_->host + numbers_->bytes);
    all.insert(all.end(), results_->host, results_->host + results_->bytes);
    return all;
}

std::vector<std::string> Gpu::reported() const {
    std::vector<std::string> all;
    for (const Finding& finding : findings.all()) {
        if (finding.kind == FindingKind::uninitialized) continue;
        all.push_back(fmt::format("{} at {}, block {}, thread {}, {:#x}: {}; {}; {} times",
                                  text_of(finding.kind), finding.place.instruction, text_of(finding.block),
                                  text_of(finding.thread), finding.address.value_or(0),
                                  sentence(finding.what), sentence(finding.where), finding.count));
    }
    return all;
}

std::uint64_t Gpu::count(FindingKind kind) const {
    std::uint64_t times = 0;
    for (const Finding& finding : findings.all())
        if (finding.kind == kind) times += finding.count;
    return times;
}

std::string delay(std::uint32_t block) {
    return fmt::format(
        "setp.ne.u32 %p8, %r2, {0};\n@%p8 bra delayed{0};\nmov.u32 %r19, 0;\n"
        "delay{0}: add.u32 %r19, %r19, 1;\nsetp.lt.u32 %p8, %r19, 1000000;\n@%p8 bra delay{0};\n"
        "delayed{0}:\n",
        block);
}

} // namespace machine_bench

#include "check_bench.h"

#include <bit>
#include <cstring>

#include <catch2/catch_test_macros.hpp>

namespace bench {

using simulator::Shape;
using simulator::warp_size;

namespace {

Shape shape_of(const std::array<Address, warp_size>& addresses, Mask mask, std::uint8_t bytes) {
    bool consecutive = mask == simulator::all_lanes;
    bool uniform = true;
    const Address first = addresses[static_cast<std::size_t>(std::countr_zero(mask))];
    for (unsigned lane = 0; lane < warp_size; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        consecutive = consecutive && addresses[lane] == first + lane * bytes;
        uniform = uniform && addresses[lane] == first;
    }
    return consecutive ? Shape::consecutive : uniform ? Shape::uniform : Shape::scattered;
}

simulator::LaunchStart launch_of(const Setup& setup) {
    return {.grid = {setup.blocks, 1, 1},
            .block = {setup.threads, 1, 1},
            .shared_bytes = setup.shared_bytes,
            .reserved_shared = setup.reserved_shared,
            .local_bytes = setup.local_bytes,
            .ops = 1000,
            .fences = setup.fences,
            .partial_barriers = setup.partial_barriers,
            .place =
                [](std::uint32_t op) {
                    return simulator::CodePlace{.kernel = "kernel()", .file = "kernel.cu", .line = op};
                },
            .loop_separates = [=](std::uint32_t, std::uint32_t) { return setup.loop_separates; }};
}

} // namespace

Kind shared(Kind kind) {
    kind.space = MemorySpace::shared;
    return kind;
}

Kind sized(Kind kind, std::uint8_t bytes) {
    kind.bytes = bytes;
    return kind;
}

Bench::Bench(Setup setup)
    : memory(std::uint64_t{1} << 30), shadow(memory), checks(memory, shadow, findings, setup.options),
      setup_(setup) {
    start();
}

void Bench::start() {
    checks.launch_started(launch_of(setup_));
    shared_.assign(setup_.blocks, std::vector<std::byte>(setup_.shared_bytes));
    for (std::uint32_t block = 0; block < setup_.blocks; ++block)
        checks.block_started(block, shared_[block].data());
}

void Bench::relaunch() {
    for (std::uint32_t block = 0; block < setup_.blocks; ++block) checks.block_finished(block);
    checks.launch_finished();
    start();
}

const Allocation& Bench::array(std::uint64_t bytes) {
    const Allocation* allocation =
        memory.allocate(bytes, simulator::AllocationOrigin::device, {.number = 1, .function = "cudaMalloc"});
    shadow.written(allocation->begin, bytes);
    return *allocation;
}

AccessVerdict Bench::access(std::uint32_t line, WarpId place, Mask mask, Kind kind,
                            const std::function<Address(int)>& address) {
    std::array<Address, warp_size> addresses = {};
    std::array<std::byte, warp_size* 16> values = {};
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        addresses[static_cast<std::size_t>(lane)] = address(lane);
        const auto own = static_cast<std::uint64_t>(line) << 32 | place.block << 20 |
                         static_cast<std::uint64_t>(place.warp * 32 + static_cast<std::uint32_t>(lane) + 1);
        const std::uint64_t value = value_ ? value_(lane) : own * 0x9e3779b97f4a7c15;
        std::memcpy(&values[static_cast<std::size_t>(lane) * 16], &value, sizeof value);
    }
    const bool stores = kind.kind == AccessKind::store;
    const Access access = {.place = place,
                           .op = line,
                           .space = kind.space,
                           .kind = kind.kind,
                           .strength = kind.strength,
                           .shape = shape_of(addresses, mask, kind.bytes),
                           .bytes = kind.bytes,
                           .mask = mask,
                           .addresses = addresses.data(),
                           .values = stores ? values.data() : nullptr,
                           .lowering = kind.lowering,
                           .result_used = kind.result_used,
                           .scope = kind.scope,
                           .overwrites = kind.overwrites,
                           .samples = kind.samples,
                           .is_read_modify_write = kind.is_read_modify_write};
    const AccessVerdict verdict = checks.access(access);
    if (stores) perform(access, mask & ~verdict.refused);
    return verdict;
}

void Bench::perform(const Access& access, Mask mask) {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        const Address address = access.addresses[lane];
        std::byte* target = nullptr;
        if (access.space == MemorySpace::shared) target = &shared_[access.place.block][address];
        if (access.space == MemorySpace::global) {
            const Allocation* owner = memory.find(address);
            target = owner->host + (address - owner->begin);
        }
        if (target != nullptr) std::memcpy(target, access.values + lane * 16, access.bytes);
    }
}

AccessVerdict Bench::access(std::uint32_t line, std::uint32_t block, std::uint32_t thread, Kind kind,
                            Address address) {
    return access(line, {block, thread / 32}, Mask{1} << thread % 32, kind, [=](int) { return address; });
}

void Bench::barrier(std::uint64_t block) {
    std::vector<std::uint32_t> warps;
    for (std::uint32_t warp = 0; warp * 32 < setup_.threads; ++warp) warps.push_back(warp);
    checks.barrier(block, 0, true, warps);
}

std::uint64_t Bench::count(FindingKind kind) const {
    std::uint64_t times = 0;
    for (const simulator::Finding& finding : findings.all()) {
        if (finding.kind == kind) times += finding.count;
    }
    return times;
}

simulator::Finding Bench::only(FindingKind kind) const {
    std::vector<simulator::Finding> found;
    for (const simulator::Finding& finding : findings.all()) {
        if (finding.kind == kind) found.push_back(finding);
    }
    REQUIRE(found.size() == 1);
    return found.front();
}

} // namespace bench

#include "machine/special_registers.h"

#include <algorithm>
#include <cstring>

#include "machine/block.h"
#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {
namespace {

using ptx::SpecialRegister;

void fill(std::byte* lanes, std::uint32_t value) {
    std::fill_n(reinterpret_cast<std::uint32_t*>(lanes), warp_size, value);
}

// Value of `%reserved_smem_offset_end` on an H200: cooperative groups use this many bytes from the start of
// the shared memory that CUDA reserves.
constexpr std::uint32_t reserved_for_groups = 288;

// Bytes of a block's shared memory that the program uses.
std::uint32_t own_shared_bytes(const LaunchState& launch) {
    return launch.shared_bytes - launch.kernel.reserved_shared;
}

// The program's shared memory, rounded up to the GPU's allocation granularity.
std::uint32_t allocated_shared_bytes(const LaunchState& launch) {
    const std::uint32_t step = launch.device.capability_major < 8 ? 256 : 128;
    return (own_shared_bytes(launch) + step - 1) / step * step;
}

// Value of a special register that is equal in all lanes of a warp.
std::uint32_t uniform_value(SpecialRegister which, const Warp& warp) {
    const LaunchState& launch = warp.core().launch();
    const Dim3& grid = launch.request.grid;
    const Dim3& block = launch.request.block;
    const Coordinates place = warp.block().place();
    using enum SpecialRegister;
    switch (which) {
        case ntid_x: return block.x;
        case ntid_y: return block.y;
        case ntid_z: return block.z;
        case ctaid_x: return place.x;
        case ctaid_y: return place.y;
        case ctaid_z: return place.z;
        case nctaid_x: return grid.x;
        case nctaid_y: return grid.y;
        case nctaid_z: return grid.z;
        case warpid: return warp.index();
        case nwarpid: return launch.device.threads_per_sm / simulator::warp_size;
        case smid:
            return static_cast<std::uint32_t>(warp.block().linear_index() % launch.device.multiprocessors);
        case nsmid: return launch.device.multiprocessors;
        case SpecialRegister::warp_size: return static_cast<std::uint32_t>(simulator::warp_size);
        case dynamic_smem_size: return launch.request.dynamic_shared;
        case total_smem_size: return allocated_shared_bytes(launch);
        case aggr_smem_size: return own_shared_bytes(launch) + launch.device.shared_reserved_per_block;
        case reserved_smem_offset_end: return reserved_for_groups;
        case reserved_smem_offset_cap: return launch.kernel.reserved_shared;
        case envreg1: return static_cast<std::uint32_t>(launch.request.grid_workspace >> 32);
        case envreg2: return static_cast<std::uint32_t>(launch.request.grid_workspace);
        default: return 0;
    }
}

} // namespace

ThreadIndices::ThreadIndices(const Dim3& block) {
    const auto threads = static_cast<std::uint32_t>(block.count());
    const std::uint32_t padded = (threads + warp_size - 1) / warp_size * warp_size;
    for (std::vector<std::uint32_t>& places : indices_) places.resize(padded);
    for (std::uint32_t n = 0; n < threads; ++n) {
        indices_[0][n] = n % block.x;
        indices_[1][n] = n / block.x % block.y;
        indices_[2][n] = n / block.x / block.y;
    }
}

void fill_special_registers(const Warp& warp, const Frame& frame) {
    const ThreadIndices& threads = warp.core().launch().threads;
    for (const SpecialUse& use : frame.layout->special) {
        std::byte* const lanes = frame.registers.get() + use.offset;
        const auto each_lane = [lanes](auto value) {
            for (std::uint32_t lane = 0; lane < simulator::warp_size; ++lane)
                reinterpret_cast<std::uint32_t*>(lanes)[lane] = value(lane);
        };
        const auto place = [&](int dimension) {
            std::memcpy(lanes, threads.of(dimension, warp.index()),
                        sizeof(std::uint32_t) * simulator::warp_size);
        };
        using enum SpecialRegister;
        switch (use.which) {
            case tid_x: place(0); break;
            case tid_y: place(1); break;
            case tid_z: place(2); break;
            case laneid: each_lane([](std::uint32_t lane) { return lane; }); break;
            case lanemask_eq: each_lane([](std::uint32_t lane) { return 1U << lane; }); break;
            case lanemask_lt: each_lane([](std::uint32_t lane) { return (1U << lane) - 1; }); break;
            case lanemask_le: each_lane([](std::uint32_t lane) { return ~0U >> (31 - lane); }); break;
            case lanemask_gt: each_lane([](std::uint32_t lane) { return ~(~0U >> (31 - lane)); }); break;
            case lanemask_ge: each_lane([](std::uint32_t lane) { return ~0U << lane; }); break;
            default: fill(lanes, uniform_value(use.which, warp)); break;
        }
    }
}

void write_barrier_result(const Kernel& kernel, const Path& path, std::uint32_t held, std::uint32_t total) {
    std::byte* const result = path.frame->registers.get() + path.op->slots[0].offset();
    using enum ptx::Form;
    switch (kernel.info[kernel.index_of(path.op)].form) {
        case bar_red_popc:
        case barrier_red_popc:
            for (int lane = 0; lane < warp_size; ++lane)
                if ((path.mask >> lane & 1) != 0) reinterpret_cast<std::uint32_t*>(result)[lane] = held;
            break;
        case bar_red_pred:
        case barrier_red_pred: {
            const bool any = kernel.instruction_at(kernel.index_of(path.op))->has(ptx::Word::or_);
            Mask& all = *reinterpret_cast<Mask*>(result);
            const bool value = any ? held != 0 : held == total;
            all = value ? all | path.mask : all & ~path.mask;
            break;
        }
        default: break;
    }
}

} // namespace simulator

#include <bit>
#include <filesystem>

#include <fmt/core.h>

#include "finding_messages/machine_messages.h"
#include "machine/handlers/system_call.h"

// malloc and free in kernels; new and delete call them.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

std::string line_of(const Warp& warp, const Op* op) {
    const Kernel& kernel = warp.core().kernel();
    const ptx::SourceLine source = kernel.info[kernel.index_of(op)].source;
    if (source.line == 0) return {};
    const std::filesystem::path file = kernel.module->file_name(source);
    return fmt::format("{}:{}", file.filename().string(), source.line);
}

struct WrongFree {
    FindingKind kind;
    FaultKind fault; // how a GPU stops the kernel if it detects the error
    MessageKind what;
    MessageKind advice;
};

WrongFree explain(FreeResult result) {
    switch (result) {
        case FreeResult::already_freed:
            return {FindingKind::double_free, FaultKind::trap, machine_messages::thread_frees_twice,
                    machine_messages::free_by_one_thread};
        case FreeResult::inside:
            return {FindingKind::invalid_free, FaultKind::illegal_address,
                    machine_messages::thread_frees_inside_block, machine_messages::free_heap_pointer};
        default:
            return {FindingKind::invalid_free, FaultKind::illegal_address,
                    machine_messages::thread_frees_unallocated, machine_messages::free_where_allocated};
    }
}

} // namespace

const Op* allocate_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call) {
    const std::string line = line_of(warp, op);
    if (!call.results.empty()) warp.local_changed(mask, warp.frame().local_begin, call.results[0], true);
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto bytes = argument<std::uint64_t>(warp, call, 0, lane);
        warp.core().note_change();
        write_call_result(warp, call, lane, warp.core().memory().allocate(bytes, line));
    }
    return op + 1;
}

const Op* free_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call) {
    const std::string line = line_of(warp, op);
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto address = argument<Address>(warp, call, 0, lane);
        if (address == 0) continue;
        warp.core().note_change();
        const FreeResult result = warp.core().memory().release(address, line);
        if (result == FreeResult::freed) continue;
        const WrongFree wrong = explain(result);
        return warp.fault(wrong.fault, wrong.kind, op, Mask{1} << lane, wrong.what, wrong.advice, address);
    }
    return op + 1;
}

} // namespace simulator

#include <bit>
#include <filesystem>

#include <fmt/core.h>

#include "machine/handlers/external.h"

// malloc and free in kernels, which new and delete come to as well.

namespace simulator {
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
    FaultKind fault; // as a GPU ends a kernel that does it, if it sees it
    const char* what;
    const char* advice;
};

WrongFree explain(FreeResult result) {
    switch (result) {
        case FreeResult::already_freed:
            return {FindingKind::double_free, FaultKind::trap, "a thread frees memory a second time",
                    "One thread owns a block, and frees it once: set the pointer to nullptr then."};
        case FreeResult::inside:
            return {FindingKind::invalid_free, FaultKind::illegal_address,
                    "a thread frees a pointer that does not point to the begin of a block",
                    "Free exactly the pointer that malloc or new gave."};
        default:
            return {FindingKind::invalid_free, FaultKind::illegal_address,
                    "a thread frees a pointer that neither malloc nor new in a kernel gave",
                    "What cudaMalloc gave the host frees, by cudaFree; variables and arrays nobody does."};
    }
}

} // namespace

const Op* allocate_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call) {
    const std::string line = line_of(warp, op);
    if (!call.results.empty()) warp.local_changed(mask, warp.frame().local_begin, call.results[0], true);
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto bytes = argument<std::uint64_t>(warp, call, 0, lane);
        give_result(warp, call, lane, warp.core().allocate(bytes, line));
    }
    return op + 1;
}

const Op* free_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call) {
    const std::string line = line_of(warp, op);
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto address = argument<Address>(warp, call, 0, lane);
        if (address == 0) continue;
        const FreeResult result = warp.core().release(address, line);
        if (result == FreeResult::freed) continue;
        const WrongFree wrong = explain(result);
        return warp.fault(wrong.fault, wrong.kind, op, Mask{1} << lane, wrong.what, wrong.advice, address);
    }
    return op + 1;
}

} // namespace simulator

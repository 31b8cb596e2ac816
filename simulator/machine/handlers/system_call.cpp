#include <bit>

#include "finding_messages/machine_messages.h"
#include "machine/handlers/control.h"
#include "machine/handlers/print.h"
#include "machine/handlers/system_call.h"

// Functions of the driver: printf, the function that assert calls, malloc and free.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

void print(Warp& warp, const CallLayout& call, Mask mask) {
    if (!call.results.empty()) warp.local_changed(mask, warp.frame().local_begin, call.results[0], true);
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const ThreadMemory memory(warp, lane);
        const std::string format = memory.text(argument<Address>(warp, call, 0, lane));
        std::string& printed = warp.block().printed();
        if (printed.size() < warp.core().request().print_bytes)
            printed += formatted(format, argument<Address>(warp, call, 1, lane), memory);
        write_call_result(warp, call, lane, static_cast<std::int32_t>(argument_count(format)));
    }
}

const Op* fail_assertion(Warp& warp, const Op* op, Mask mask, const CallLayout& call) {
    const int lane = std::countr_zero(mask);
    const ThreadMemory memory(warp, lane);
    const Coordinates block = warp.block().place();
    const Coordinates thread =
        warp.core().request().block.at(warp.index() * warp_size + static_cast<std::uint32_t>(lane));
    return warp.fault(FaultKind::assertion, FindingKind::assertion, op, mask,
                      {machine_messages::failed_assertion,
                       {{"file", memory.text(argument<Address>(warp, call, 1, lane))},
                        {"line", argument<std::uint32_t>(warp, call, 2, lane)},
                        {"function", memory.text(argument<Address>(warp, call, 3, lane))},
                        {"block_x", block.x},
                        {"block_y", block.y},
                        {"block_z", block.z},
                        {"thread_x", thread.x},
                        {"thread_y", thread.y},
                        {"thread_z", thread.z},
                        {"condition", memory.text(argument<Address>(warp, call, 0, lane))}}});
}

} // namespace

SystemCall find_system_call(std::string_view name) {
    if (name == "vprintf") return SystemCall::print;
    if (name == "__assertfail") return SystemCall::assert_fail;
    if (name == "malloc") return SystemCall::allocate;
    if (name == "free") return SystemCall::release;
    return SystemCall::none;
}

const Op* execute_system_call(Warp& warp, const Op* op, Mask mask, const CallLayout& call) {
    switch (call.system_call) {
        case SystemCall::assert_fail: return fail_assertion(warp, op, mask, call);
        case SystemCall::allocate: return allocate_on_heap(warp, op, mask, call);
        case SystemCall::release: return free_on_heap(warp, op, mask, call);
        default: break;
    }
    print(warp, call, mask);
    return op + 1;
}

} // namespace simulator

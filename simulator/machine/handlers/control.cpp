#include "machine/handlers/control.h"

#include <algorithm>
#include <bit>

#include "finding_messages/machine_messages.h"
#include "machine/core.h"
#include "machine/handlers/elementwise.h"
#include "machine/handlers/select.h"

// Branches, calls and exits.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

Handlers both(Handler handler) { return {handler, handler}; }

const Op* branch(Warp& warp, const Op* op, Mask mask) { return warp.branch(op, op + op->target, mask); }

const Op* indexed_branch(Warp& warp, const Op* op, Mask mask) {
    const Kernel& kernel = warp.core().kernel();
    const std::vector<std::uint32_t>& list = kernel.label_lists[op->extra];
    std::array<const Op*, warp_size> targets = {};
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto index = read_lane<std::uint32_t>(warp.lanes(op->slots[0]), lane);
        if (index >= list.size())
            return warp.fault(FaultKind::invalid_call, FindingKind::trap, op, Mask{1} << lane,
                              {machine_messages::invalid_branch_index,
                               {{"index", index}, {"entries", list.size()}}});
        targets[static_cast<std::size_t>(lane)] = kernel.code.data() + list[index];
    }
    return warp.branch_to(op, targets, mask);
}

const Op* call(Warp& warp, const Op* op, Mask mask) {
    const Kernel& kernel = warp.core().kernel();
    const CallLayout& layout = kernel.calls[op->extra];
    if (layout.system_call != SystemCall::none) return execute_system_call(warp, op, mask, layout);
    return warp.call(op, mask, mask, kernel.functions[layout.function], layout);
}

// Lanes that call the same function go together. The others execute this instruction again until all have
// called.
const Op* indirect_call(Warp& warp, const Op* op, Mask mask) {
    const Kernel& kernel = warp.core().kernel();
    const std::byte* const addresses = warp.lanes(op->slots[0]);
    const int first = std::countr_zero(mask);
    const auto address = read_lane<Address>(addresses, first);
    const std::int64_t index = function_at(address);
    const bool known = index >= 0 && static_cast<std::size_t>(index) < kernel.function_of.size() &&
                       kernel.function_of[static_cast<std::size_t>(index)] >= 0;
    if (!known)
        return warp.fault(FaultKind::invalid_call, FindingKind::trap, op, Mask{1} << first,
                          machine_messages::invalid_function_pointer, machine_messages::set_function_pointer);
    Mask same = 0;
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (read_lane<Address>(addresses, lane) == address) same |= Mask{1} << lane;
    }
    const auto number = static_cast<std::size_t>(kernel.function_of[static_cast<std::size_t>(index)]);
    return warp.call(op, mask, same, kernel.functions[number], kernel.calls[op->extra]);
}

const Op* return_to_caller(Warp& warp, const Op* op, Mask mask) { return warp.return_to_caller(op, mask); }
const Op* exit_lanes(Warp& warp, const Op* op, Mask mask) { return warp.exit_lanes(op, mask); }
const Op* reconverge(Warp& warp, const Op* op, Mask) { return warp.reconverge(op); }
const Op* no_op(Warp&, const Op* op, Mask) { return op + 1; }

// Whether the code reads the workspace of a cooperative launch, and the launch is not cooperative.
bool lacks_grid_workspace(const Warp& warp) {
    return warp.core().request().grid_workspace == 0 &&
           std::ranges::find(warp.frame().layout->special, ptx::SpecialRegister::envreg1,
                             &SpecialUse::which) != warp.frame().layout->special.end();
}

const Op* trap(Warp& warp, const Op* op, Mask mask) {
    return warp.fault(FaultKind::trap, FindingKind::trap, op, mask, machine_messages::executed_trap,
                      lacks_grid_workspace(warp) ? machine_messages::launch_cooperatively
                                                 : machine_messages::program_stops_itself);
}

// All lanes wait for the one that sleeps longest.
const Op* sleep(Warp& warp, const Op* op, Mask mask) {
    constexpr std::uint32_t max_sleep_ns = 1'000'000; // the longest sleep of a GPU
    std::uint32_t nanoseconds = 0;
    for (Mask rest = mask; rest != 0; rest &= rest - 1)
        nanoseconds =
            std::max(nanoseconds, read_lane<std::uint32_t>(warp.lanes(op->slots[0]), std::countr_zero(rest)));
    warp.sleep(std::min(nanoseconds, max_sleep_ns));
    return op + 1;
}

enum class Timer { of_sm, of_gpu };

template <Timer which, int part> const Op* read_clock(Warp& warp, const Op* op, Mask mask) {
    const std::uint64_t now = which == Timer::of_sm ? warp.clock(op) : warp.time(op);
    // A loop that reads the clock makes progress.
    warp.core().note_change();
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if constexpr (part == 64)
            write_lane<std::uint64_t>(warp.lanes(op->slots[0]), lane, now);
        else
            write_lane<std::uint32_t>(warp.lanes(op->slots[0]), lane,
                                      static_cast<std::uint32_t>(now >> part));
    }
    return op + 1;
}

} // namespace

Handlers reconvergence_handlers() { return both(&reconverge); }

Handlers clock_handlers(ptx::SpecialRegister which) {
    using enum ptx::SpecialRegister;
    switch (which) {
        case clock: return both(&read_clock<Timer::of_sm, 0>);
        case clock_hi: return both(&read_clock<Timer::of_sm, 32>);
        case clock64: return both(&read_clock<Timer::of_sm, 64>);
        case globaltimer_lo: return both(&read_clock<Timer::of_gpu, 0>);
        case globaltimer_hi: return both(&read_clock<Timer::of_gpu, 32>);
        case globaltimer: return both(&read_clock<Timer::of_gpu, 64>);
        default: return {};
    }
}

Handlers select_bra(const Decoding&) { return both(&branch); }
Handlers select_brx(const Decoding&) { return both(&indexed_branch); }
Handlers select_call(const Decoding& decoding) {
    const bool direct = decoding.instruction.operands[0].elements[0].kind == ptx::Operand::Kind::function;
    return both(direct ? &call : &indirect_call);
}
Handlers select_ret(const Decoding&) { return both(&return_to_caller); }
Handlers select_exit(const Decoding&) { return both(&exit_lanes); }
Handlers select_trap(const Decoding&) { return both(&trap); }
Handlers select_brkpt(const Decoding&) { return both(&trap); }
Handlers select_nanosleep(const Decoding&) { return both(&sleep); }
Handlers select_griddepcontrol(const Decoding&) { return both(&no_op); }

} // namespace simulator

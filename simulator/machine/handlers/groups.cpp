#include "machine/handlers/groups.h"

#include <fmt/core.h>

#include "machine/core.h"

namespace simulator {
namespace {

const Op* unnamed(Warp& warp, const Op* op, Mask lanes, const Mask* brought, const char* function) {
    const int lane = std::countr_zero(lanes);
    return warp.fault(
        FaultKind::trap, FindingKind::trap, op, lanes,
        fmt::format("calls {} with the mask 0x{:08x}, in which its own bit, bit {}, is 0", function,
                    brought[lane], lane),
        "bit n of the mask stands for thread n of the warp, counted from 0: every thread that makes "
        "the call has to be in the mask that it gives");
}

} // namespace

const Op* in_groups(Warp& warp, const Op* op, Mask mask, Slot masks, const GroupOp& what) {
    const auto* const brought = reinterpret_cast<const Mask*>(warp.lanes(masks));
    Mask strangers = 0;
    for (int lane = 0; lane < warp_size; ++lane) strangers |= ~brought[lane] & mask & Mask{1} << lane;
    if (strangers != 0) return unnamed(warp, op, strangers, brought, what.function);

    Mask waiting = 0;
    for (Mask rest = mask; rest != 0;) {
        const Mask wanted = brought[std::countr_zero(rest)];
        Mask group = 0;
        for (int lane = 0; lane < warp_size; ++lane)
            group |= brought[lane] == wanted ? rest & Mask{1} << lane : Mask{0};
        rest &= ~group;
        if (!warp.gather(op, group, wanted, what.meeting, what.execute)) waiting |= group;
    }
    return waiting == 0 ? op + 1 : warp.go_on(op, warp.active & ~waiting);
}

} // namespace simulator

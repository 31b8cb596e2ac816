#include <algorithm>
#include <bit>
#include <cstring>

#include "machine/block.h"
#include "machine/core.h"
#include "machine/warp.h"

// How the lanes of a warp part and meet: branches, calls, ends, and instructions that several come to.

namespace simulator {

const Op* Warp::branch(const Op* op, const Op* target, Mask taken) {
    const Mask stay = active & ~taken;
    if (stay == 0) return jump(op, target);
    core_.diverged(op);
    const Op* const meeting = op->way.reconverge != 0 ? op + op->way.reconverge : nullptr;
    if (meeting != nullptr && (join_ < 0 || joins_[static_cast<std::size_t>(join_)].resume != meeting + 1 ||
                               joins_[static_cast<std::size_t>(join_)].frame != frame_))
        join_ = open_join(meeting + 1, active);
    // A way that leads straight to the meeting needs no path of its own.
    if (target == meeting) {
        arrive(join_, taken);
        active = stay;
        return op + 1;
    }
    if (op + 1 == meeting) {
        arrive(join_, stay);
        active = taken;
        return jump(op, target);
    }
    // What comes first in the text runs first.
    const bool forward = target > op;
    active = forward ? taken : stay;
    paths_.push_back(running(forward ? target : op + 1));
    active = forward ? stay : taken;
    return forward ? op + 1 : jump(op, target);
}

const Op* Warp::branch_to(const Op* op, const std::array<const Op*, warp_size>& targets, Mask mask) {
    const auto way_of = [&](int lane) {
        return (mask >> lane & 1) != 0 ? targets[static_cast<std::size_t>(lane)] : op + 1;
    };
    std::vector<Path> ways;
    for (Mask rest = active; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto same = std::ranges::find(ways, way_of(lane), &Path::op);
        if (same != ways.end())
            same->mask |= Mask{1} << lane;
        else
            ways.push_back({way_of(lane), Mask{1} << lane, -1, frame_, {}, 0, 0});
    }
    if (ways.size() == 1) return jump(op, ways.front().op);
    core_.diverged(op);
    if (op->way.reconverge != 0) join_ = open_join(op + op->way.reconverge + 1, active);
    for (Path& way : ways) {
        way.join = join_;
        paths_.push_back(way);
    }
    return next_path();
}

const Op* Warp::meet(const Op* op) {
    if (join_ < 0) return op + 1;
    const Join& join = joins_[static_cast<std::size_t>(join_)];
    if (join.resume != op + 1 || join.frame != frame_) return op + 1;
    arrive(join_, active);
    return next_path();
}

std::int32_t Warp::open_join(const Op* resume, Mask expected, Frame* callee) {
    const auto free = std::ranges::find(joins_, nullptr, &Join::resume);
    const auto index = static_cast<std::int32_t>(free - joins_.begin());
    if (free == joins_.end()) joins_.emplace_back();
    joins_[static_cast<std::size_t>(index)] = {resume, expected, 0, join_, frame_, callee};
    return index;
}

void Warp::arrive(std::int32_t join, Mask lanes) {
    Join& here = joins_[static_cast<std::size_t>(join)];
    here.arrived |= lanes;
    if (here.arrived == here.expected) complete(join);
}

void Warp::complete(std::int32_t join) {
    Join& done = joins_[static_cast<std::size_t>(join)];
    if (done.arrived != 0) paths_.push_back({done.resume, done.arrived, done.parent, done.frame, {}, 0, 0});
    if (done.callee != nullptr) drop_frame(done.callee);
    done = {};
}

bool Warp::let_go() {
    bool any = false;
    for (Join& join : joins_) {
        if (join.resume == nullptr || join.arrived == 0) continue;
        paths_.push_back({join.resume, join.arrived, join.parent, join.frame, {}, 0, 0});
        join.expected &= ~join.arrived;
        join.arrived = 0;
        any = true;
    }
    return any;
}

const Op* Warp::go_on(const Op* op, Mask rest) {
    active = rest;
    return rest != 0 ? op + 1 : next_path();
}

const Op* Warp::leave(const Op* op, Mask mask) {
    exited_ |= mask;
    for (std::size_t n = 0; n < joins_.size(); ++n) {
        Join& join = joins_[n];
        if (join.resume == nullptr) continue;
        join.expected &= ~mask;
        if (join.arrived == join.expected) complete(static_cast<std::int32_t>(n));
    }
    wake_gatherings();
    block_.threads_left(static_cast<std::uint32_t>(std::popcount(mask)));
    return go_on(op, active & ~mask);
}

const Op* Warp::call(const Op* op, Mask mask, Mask callers, const FunctionLayout& function,
                     const CallLayout& layout) {
    const std::uint32_t begin = frame_->local_begin + frame_->layout->local_bytes;
    const std::uint32_t stack = frame_->stack_used + function.stack_bytes;
    if (core_.kernel().recursive && stack > core_.request().stack_bytes) {
        return fault(FaultKind::stack_overflow, FindingKind::stack_overflow, op, mask,
                     "the call of " + demangled(function.name) + " needs more stack than a thread has",
                     "Does the recursion end? cudaDeviceSetLimit(cudaLimitStackSize, bytes) gives threads "
                     "more stack.");
    }
    Frame* const callee = make_frame(function, begin, stack, frame_);
    local_changed(callers, begin, {0, function.local_bytes}, false);
    for (std::size_t n = 0; n < layout.arguments.size() && n < function.parameters.size(); ++n)
        local_changed(callers, begin, function.parameters[n], true);
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((callers >> lane & 1) == 0) continue;
        std::byte* const own = local_.get() + static_cast<std::size_t>(lane) * core_.local_bytes();
        for (std::size_t n = 0; n < layout.arguments.size() && n < function.parameters.size(); ++n)
            std::memcpy(own + begin + function.parameters[n].offset,
                        own + frame_->local_begin + layout.arguments[n].offset,
                        std::min(function.parameters[n].bytes, layout.arguments[n].bytes));
    }
    // Those that wait for the call or call something else meet the callers behind it.
    join_ = open_join(op + 1, active, callee);
    arrive(join_, active & ~mask);
    if (const Mask later = mask & ~callers; later != 0) {
        active = later;
        paths_.push_back(running(op));
    }
    active = callers;
    frame_ = callee;
    base[0] = callee->registers.get();
    --fuel_;
    return core_.kernel().code.data() + function.first_op;
}

const Op* Warp::give_back(const Op* op, Mask mask) {
    if (frame_->caller == nullptr) return leave(op, mask);
    const Frame& caller = *frame_->caller;
    const Join& join = joins_[static_cast<std::size_t>(join_)];
    const CallLayout& layout = core_.kernel().calls[(join.resume - 1)->extra];
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        std::byte* const own = local_.get() + static_cast<std::size_t>(lane) * core_.local_bytes();
        for (std::size_t n = 0; n < layout.results.size() && n < frame_->layout->results.size(); ++n)
            std::memcpy(own + caller.local_begin + layout.results[n].offset,
                        own + frame_->local_begin + frame_->layout->results[n].offset,
                        std::min(layout.results[n].bytes, frame_->layout->results[n].bytes));
    }
    for (std::size_t n = 0; n < layout.results.size() && n < frame_->layout->results.size(); ++n)
        local_changed(mask, caller.local_begin, layout.results[n], true);
    arrive(join_, mask);
    return go_on(op, active & ~mask);
}

void Warp::local_changed(Mask mask, std::uint32_t frame_begin, Piece piece, bool written) const {
    if (Observer* const listener = core_.listener(); listener != nullptr)
        listener->local_changed({block_.linear(), index_}, mask, frame_begin + piece.offset, piece.bytes,
                                written);
}

void Warp::park_at_barrier(const Op* op, Mask mask, std::uint8_t barrier) {
    paths_.push_back({op, mask, join_, frame_, Path::State::at_barrier, barrier, 0});
}

bool Warp::gather(const Op* op, Mask mask, Mask wanted, Meeting meeting, Execute execute) {
    wanted &= lanes_ & ~exited_;
    const auto waits_here = [&](const Path& path) {
        if (path.state != Path::State::for_lanes || path.wanted != wanted || path.frame != frame_)
            return false;
        return meeting == Meeting::same_place ? path.op == op : path.op->full == op->full;
    };
    Mask here = mask;
    for (const Path& path : paths_)
        if (waits_here(path)) here |= path.mask;
    if ((wanted & ~here) != 0) {
        paths_.push_back({op, mask, join_, frame_, Path::State::for_lanes, 0, wanted});
        return false;
    }
    execute(*this, op, here);
    for (Path& path : paths_) {
        if (!waits_here(path)) continue;
        path.state = Path::State::ready;
        ++path.op;
    }
    return true;
}

// Lanes that have left are no longer waited for: who waits looks again.
void Warp::wake_gatherings() {
    for (Path& path : paths_) {
        if (path.state != Path::State::for_lanes) continue;
        path.wanted &= ~exited_;
        Mask here = 0;
        for (const Path& other : paths_)
            if (other.state == Path::State::for_lanes && other.wanted == path.wanted) here |= other.mask;
        if ((path.wanted & ~here) == 0) path.state = Path::State::ready;
    }
}

} // namespace simulator

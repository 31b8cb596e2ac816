#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

#include "finding_messages/machine_messages.h"
#include "machine/block.h"
#include "machine/core.h"
#include "machine/handlers/groups.h"
#include "machine/warp.h"

// Divergence and reconvergence of a warp's lanes: branches, calls, exits, and instructions executed by groups
// of lanes.

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

// Returns whether two paths can become one.
bool can_merge(const Path& a, const Path& b) {
    const auto has_no_awaited_lanes = [](const Path& path) {
        return path.state == Path::State::ready || path.state == Path::State::at_reconvergence_point;
    };
    return a.op == b.op && a.frame == b.frame && has_no_awaited_lanes(a) && has_no_awaited_lanes(b);
}

void merge_path(Path& path, const Path& other) {
    path.mask |= other.mask;
    path.skipped = {path.skipped.lanes & other.skipped.lanes,
                    std::min(path.skipped.order, other.skipped.order)};
}

} // namespace

const Op* Warp::branch(const Op* op, const Op* target, Mask taken) {
    const Mask stay = active & ~taken;
    if (stay == 0) return jump(op, target);
    core_.instrumentation().diverged(op);
    // Run the side with the lower address first.
    const bool forward = target > op;
    active = forward ? taken : stay;
    const Path later = running(forward ? target : op + 1);
    // Lanes that left a loop in earlier iterations may be on a path there already: one path for all suffices.
    const auto existing_path =
        std::ranges::find_if(paths_, [&](const Path& path) { return can_merge(path, later); });
    if (existing_path != paths_.end())
        merge_path(*existing_path, later);
    else
        paths_.push_back(later);
    active = forward ? stay : taken;
    return forward ? op + 1 : jump(op, target);
}

const Op* Warp::branch_to(const Op* op, const std::array<const Op*, warp_size>& targets, Mask mask) {
    const auto target_of = [&](int lane) {
        return (mask >> lane & 1) != 0 ? targets[static_cast<std::size_t>(lane)] : op + 1;
    };
    std::vector<Path> split_paths;
    for (Mask rest = active; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto same = std::ranges::find(split_paths, target_of(lane), &Path::op);
        if (same != split_paths.end())
            same->mask |= Mask{1} << lane;
        else
            split_paths.push_back({target_of(lane), Mask{1} << lane, frame_, skipped_});
    }
    if (split_paths.size() > 1) core_.instrumentation().diverged(op);
    // Run the lowest address first: jump() counts backward branches, so that no loop escapes the limit.
    std::ranges::stable_sort(split_paths, std::ranges::greater(), &Path::op);
    const Path first = split_paths.back();
    split_paths.pop_back();
    paths_.insert(paths_.end(), split_paths.begin(), split_paths.end());
    active = first.mask;
    return jump(op, first.op);
}

std::uint32_t Warp::block_order_of(const Op* op) const {
    return core_.kernel().info[core_.kernel().index_of(op)].order;
}

// Returns the lanes that may still arrive at the path's position, or pass it, in the same call of the
// function.
Mask Warp::awaited_lanes(const Path& path) const {
    const std::uint32_t order = block_order_of(path.op);
    Mask lanes = 0;
    const auto add = [&](const Frame* frame, const Op* op, Mask mask) {
        // Follow nested calls, which use more of the stack, back to the path's own call.
        while (frame->stack_used > path.frame->stack_used) {
            op = frame->call;
            frame = frame->caller;
        }
        if (frame != path.frame) return;
        const std::uint32_t existing_path = block_order_of(op);
        if (existing_path < path.skipped.order) mask &= ~path.skipped.lanes;
        if (existing_path < order) lanes |= mask;
    };
    for (const Path& other : paths_) add(other.frame, other.op, other.mask);
    for (const std::unique_ptr<Frame>& call : frames_)
        if (call->returned != 0) add(call->caller, call->call, call->returned);
    return lanes;
}

const Op* Warp::reconverge_paths(const Op* op) {
    Path path = running(op);
    std::erase_if(paths_, [&](const Path& other) {
        if (!can_merge(path, other)) return false;
        merge_path(path, other);
        return true;
    });
    if (awaited_lanes(path) == 0) {
        resume(path);
        return op + 1;
    }
    path.state = Path::State::at_reconvergence_point;
    paths_.push_back(path);
    return next_path();
}

const Op* Warp::next_path() {
    active = 0;
    const auto take_last = [this](auto holds) -> const Op* {
        const auto last = std::ranges::find_if(paths_.rbegin(), paths_.rend(), holds);
        if (last == paths_.rend()) return nullptr;
        const Path path = *last;
        paths_.erase(std::prev(last.base()));
        return resume(path);
    };
    const auto is_runnable = [](const Path& path) {
        return path.state == Path::State::ready && !path.yielded_while_polling;
    };
    const auto has_no_awaited_lanes = [this](const Path& path) {
        return path.state == Path::State::at_reconvergence_point && awaited_lanes(path) == 0;
    };
    if (const Op* const op = take_last(is_runnable)) return op;
    if (const Op* const op = take_last(has_no_awaited_lanes)) return op;
    // Lanes for which a group waits must not wait for the group: let them continue.
    Mask awaited = 0;
    for (const Path& path : paths_)
        if (path.state == Path::State::for_lanes) awaited |= path.group_lanes;
    if (awaited != 0 && release_waiting_paths(awaited)) return next_path();
    // All ready paths poll, maybe for an effect of those that wait for them at a reconvergence point.
    if (!ready()) return nullptr;
    release_waiting_paths();
    for (Path& path : paths_) path.yielded_while_polling = false;
    return take_last(is_runnable);
}

bool Warp::release_waiting_paths() { return release_waiting_paths(all_lanes); }

// Resumes waiting paths with lanes in @p lanes.
bool Warp::release_waiting_paths(Mask lanes) {
    const std::size_t before = paths_.size();
    for (const std::unique_ptr<Frame>& call : frames_) {
        if ((call->returned & lanes) == 0) continue;
        paths_.push_back({call->call + 1, call->returned, call->caller});
        call->expected &= ~call->returned;
        call->returned = 0;
    }
    bool any = paths_.size() > before;
    for (Path& path : paths_) {
        if (path.state != Path::State::at_reconvergence_point || (path.mask & lanes) == 0) continue;
        path.skipped = {path.skipped.lanes | awaited_lanes(path), block_order_of(path.op)};
        path.state = Path::State::ready;
        any = true;
    }
    return any;
}

const Op* Warp::continue_path(const Op* op, Mask rest) {
    active = rest;
    return rest != 0 ? op + 1 : next_path();
}

const Op* Warp::exit_lanes(const Op* op, Mask mask) {
    exited_ |= mask;
    for (std::size_t n = frames_.size(); n-- > 1;) {
        Frame* const call = frames_[n].get();
        call->expected &= ~mask;
        if (call->returned == call->expected) complete_call(call);
    }
    complete_groups_after_exit();
    block_.remove_threads(static_cast<std::uint32_t>(std::popcount(mask)));
    return continue_path(op, active & ~mask);
}

// Ends a call from which all expected lanes have returned: they continue after it.
void Warp::complete_call(Frame* callee) {
    if (callee->returned != 0) paths_.push_back({callee->call + 1, callee->returned, callee->caller});
    std::erase_if(frames_, [callee](const std::unique_ptr<Frame>& owned) { return owned.get() == callee; });
}

const Op* Warp::call(const Op* op, Mask mask, Mask callers, const FunctionLayout& function,
                     const CallLayout& layout) {
    const std::uint32_t begin = frame_->local_begin + frame_->layout->local_bytes;
    const std::uint32_t stack = frame_->stack_used + function.stack_bytes;
    if (core_.kernel().recursive && stack > core_.request().stack_bytes) {
        return fault(FaultKind::stack_overflow, FindingKind::stack_overflow, op, mask,
                     {machine_messages::call_exceeds_stack, {{"function", demangled(function.name)}}},
                     machine_messages::end_recursion_or_raise_stack);
    }
    Frame* const callee = make_frame(function, begin, stack, frame_);
    callee->call = op;
    callee->expected = callers;
    local_changed(callers, begin, {0, function.local_bytes}, false);
    for (std::size_t n = 0; n < layout.arguments.size() && n < function.parameters.size(); ++n)
        local_changed(callers, begin, function.parameters[n], true);
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((callers >> lane & 1) == 0) continue;
        std::byte* const own = local_.get() + static_cast<std::size_t>(lane) * core_.launch().local_bytes;
        for (std::size_t n = 0; n < layout.arguments.size() && n < function.parameters.size(); ++n)
            std::memcpy(own + begin + function.parameters[n].offset,
                        own + frame_->local_begin + layout.arguments[n].offset,
                        std::min(function.parameters[n].bytes, layout.arguments[n].bytes));
    }
    // After the call, the lanes that do not call, or call another function, reconverge with the callers.
    const auto split_path = [this](const Op* at, Mask lanes) {
        active = lanes;
        if (lanes != 0) paths_.push_back(running(at));
    };
    split_path(op + 1, active & ~mask);
    split_path(op, mask & ~callers);
    active = callers;
    frame_ = callee;
    base[0] = callee->registers.get();
    --fuel_;
    return core_.kernel().code.data() + function.first_op;
}

const Op* Warp::return_to_caller(const Op* op, Mask mask) {
    if (frame_->caller == nullptr) return exit_lanes(op, mask);
    const Frame& caller = *frame_->caller;
    const CallLayout& layout = core_.kernel().calls[frame_->call->extra];
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((mask >> lane & 1) == 0) continue;
        std::byte* const own = local_.get() + static_cast<std::size_t>(lane) * core_.launch().local_bytes;
        for (std::size_t n = 0; n < layout.results.size() && n < frame_->layout->results.size(); ++n)
            std::memcpy(own + caller.local_begin + layout.results[n].offset,
                        own + frame_->local_begin + frame_->layout->results[n].offset,
                        std::min(layout.results[n].bytes, frame_->layout->results[n].bytes));
    }
    for (std::size_t n = 0; n < layout.results.size() && n < frame_->layout->results.size(); ++n)
        local_changed(mask, caller.local_begin, layout.results[n], true);
    const Mask rest = active & ~mask;
    frame_->returned |= mask;
    if (frame_->returned == frame_->expected) complete_call(frame_);
    return continue_path(op, rest);
}

void Warp::local_changed(Mask mask, std::uint32_t frame_begin, VariableLayout piece, bool written) const {
    if (Observer* const observer = core_.observer(); observer != nullptr)
        observer->local_changed({block_.linear_index(), index_}, mask, frame_begin + piece.offset,
                                piece.bytes, written);
}

void Warp::park_at_barrier(const Op* op, Mask mask, std::uint8_t barrier) {
    Path path = running(op);
    path.mask = mask;
    path.state = Path::State::at_barrier;
    path.barrier = barrier;
    paths_.push_back(path);
}

bool Warp::join_group(const Op* op, Mask mask, Mask group_lanes, const GroupOp& what) {
    group_lanes &= lanes_ & ~exited_;
    Path path = running(op);
    path.mask = mask;
    path.state = Path::State::for_lanes;
    path.group_lanes = group_lanes;
    path.group_op = &what;
    paths_.push_back(path);
    if (!complete_group(group_lanes, what)) return false;
    paths_.pop_back(); // its lanes stay in the running path
    return true;
}

// Returns whether all lanes of a group have arrived. If so, they have executed the instruction and can
// continue.
bool Warp::complete_group(Mask group_lanes, const GroupOp& what) {
    std::vector<Path*> group;
    Mask here = 0;
    for (Path& path : paths_) {
        if (path.state != Path::State::for_lanes || path.group_lanes != group_lanes || path.group_op != &what)
            continue;
        group.push_back(&path);
        here |= path.mask;
    }
    if ((group_lanes & ~here) != 0) return false;
    execute_group(*this, what, group);
    for (Path* const path : group) {
        path->state = Path::State::ready;
        ++path->op;
    }
    return true;
}

// Groups no longer wait for lanes that have exited, which may complete them.
void Warp::complete_groups_after_exit() {
    for (Path& path : paths_)
        if (path.state == Path::State::for_lanes) path.group_lanes &= ~exited_;
    for (const Path& path : paths_)
        if (path.state == Path::State::for_lanes) complete_group(path.group_lanes, *path.group_op);
}

} // namespace simulator

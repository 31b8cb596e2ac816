#include "machine/warp.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "finding_messages/machine_messages.h"
#include "machine/block.h"
#include "machine/core.h"
#include "machine/special_registers.h"
#include "machine/trace.h"

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

// A path that polls memory yields to others after this many instructions.
constexpr std::int64_t slice = 2048;

// Counts one execution of an instruction on a path with the lanes @p active, of which @p mask pass the guard;
// @p times is 1, or -1 to undo it.
void count_step(Tally& tally, Mask active, Mask mask, std::int64_t times) {
    const auto lanes = [times](Mask of) { return static_cast<std::uint64_t>(times * std::popcount(of)); };
    tally.warps += static_cast<std::uint64_t>(times);
    if (mask == all_lanes) return;
    tally.inactive += lanes(~active);
    tally.predicated_off += lanes(active & ~mask);
}

} // namespace

AlignedBytes aligned_bytes(std::size_t bytes) {
    constexpr std::size_t line = 64;
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + line - 1) / line * line;
    AlignedBytes memory(static_cast<std::byte*>(std::aligned_alloc(line, rounded)));
    if (!memory) throw std::bad_alloc();
    std::memset(memory.get(), 0, rounded);
    return memory;
}

Warp::Warp(Block& block, Core& core, std::uint32_t index)
    : block_(block), core_(core), index_(index),
      local_(aligned_bytes(std::size_t{core.launch().local_bytes} * warp_size)) {
    base[1] = core.kernel().constants.get();
    make_frame(core.kernel().functions.front(), 0, 0, nullptr);
}

Warp::~Warp() = default;

void Warp::start(Mask lanes) {
    lanes_ = lanes;
    exited_ = 0;
    carry = 0;
    uninitialized_lanes = 0;
    fuel_ = slice_ = slice;
    spent_ = 0;
    slept_ = 0;
    polls_ = 0;
    poll_ = {};
    awaits_ = waited_ = false;
    has_executed_atomic_ = resumed_after_yield_ = false;
    changes_ = idle_lanes_ = 0;
    cycle_detector_.reset();
    frames_.resize(1);
    Frame& frame = *frames_.front();
    std::memset(frame.registers.get(), 0, frame.layout->frame_bytes);
    std::memset(local_.get(), 0, std::size_t{core_.launch().local_bytes} * warp_size);
    fill_special_registers(*this, frame);
    paths_.assign(1, {core_.kernel().code.data(), lanes, &frame});
}

bool Warp::ready() const {
    return std::ranges::any_of(paths_, [](const Path& path) { return path.state == Path::State::ready; });
}

Progress Warp::run() {
    is_polling_ = false;
    if (const Op* op = next_path()) {
        if (core_.instrumentation().tracing(*this))
            step<Instrumentation::trace>(op);
        else if (core_.instrumentation().trace_recorder() != nullptr)
            step<Instrumentation::steps>(op);
        else if (core_.instrumentation().counting())
            step<Instrumentation::counts>(op);
        else
            step<Instrumentation::none>(op);
    }
    if (core_.incidents().faulted()) return Progress::faulted;
    if (finished()) return Progress::finished;
    return is_polling_ ? Progress::polling : Progress::waiting;
}

// The interpreter's inner loop. An instruction whose guard is false in all lanes is skipped, and counts as
// executed.
template <Warp::Instrumentation instrumentation> void Warp::step(const Op* op) {
    const Op* const code = core_.kernel().code.data();
    [[maybe_unused]] TraceRecorder* const trace_recorder = core_.instrumentation().trace_recorder();
    [[maybe_unused]] WarpTrace* steps = nullptr;
    if constexpr (instrumentation == Instrumentation::steps)
        steps = &trace_recorder->of({block_.linear_index(), index_});
    Tally* const tallies = core_.instrumentation().tallies();
    do {
        Mask mask = active;
        if (op->guard != Op::unguarded) {
            const Mask holds = *reinterpret_cast<const Mask*>(base[0] + (op->guard & ~Op::guard_negated));
            mask &= (op->guard & Op::guard_negated) != 0 ? ~holds : holds;
        }
        if constexpr (instrumentation == Instrumentation::steps) {
            const auto number = static_cast<std::uint32_t>(op - code);
            if (core_.kernel().info[number].written) trace_recorder->step(*steps, number, mask == 0);
        }
        if constexpr (instrumentation != Instrumentation::none) {
            count_step(tallies[op - code], active, mask, 1);
            if (mask != all_lanes) idle_lanes_ += static_cast<std::uint64_t>(std::popcount(~active));
        }
        [[maybe_unused]] const Op* const here = op;
        if (mask == all_lanes)
            op = op->full(*this, op, mask);
        else if (mask != 0)
            op = op->partial(*this, op, mask);
        else
            ++op;
        if constexpr (instrumentation == Instrumentation::trace) trace(*this, here, mask);
    } while (op != nullptr);
}

const Op* Warp::resume(const Path& path) {
    active = path.mask;
    frame_ = path.frame;
    skipped_ = path.skipped;
    resumed_after_yield_ = path.resumed_after_yield;
    changes_ = path.changes;
    base[0] = frame_->registers.get();
    return path.op;
}

const Op* Warp::jump(const Op* op, const Op* target) {
    if (target > op) return target;
    fuel_ -= op - target + 1;
    return fuel_ > 0 ? target : end_slice(target);
}

// Ends a time slice. An infinite loop stops at the instruction limit. A path that polls yields, so that other paths,
// warps and blocks make progress. Any other path continues.
const Op* Warp::end_slice(const Op* target) {
    const auto spent = static_cast<std::uint64_t>(slice_ - fuel_);
    spent_ += spent;
    fuel_ = slice_ = slice;
    if (core_.incidents().stopped()) return nullptr;
    if (spent_ > core_.launch().settings.warp_instruction_limit) {
        return fault(FaultKind::timeout, FindingKind::instruction_limit, target, active,
                     {machine_messages::over_warp_limit, {{"instructions", spent_}}},
                     machine_messages::end_loop_or_raise_limit);
    }
    if (core_.instrumentation().is_over_limit(spent)) {
        core_.incidents().stop(core_.launch().over_limit(block_.linear_index()));
        return nullptr;
    }
    if (polls_ == 0) return target;
    core_.add_polling_instructions(spent);
    polls_ = 0;
    waited_ = std::exchange(awaits_, false);
    is_polling_ = true;
    paths_.insert(paths_.begin(), running(target));
    paths_.front().yielded_while_polling = true;
    return nullptr;
}

void Warp::record_poll(const Access& access) {
    ++polls_;
    poll_ = poll_of(access);
    core_.instrumentation().record_block_wait(access);
}

void Warp::record_awaited_read(const Access& access) {
    record_poll(access);
    awaits_ = true;
    // With round-robin blocks, end the time slice now: the number of polls is random on a GPU, so the loop
    // polls as rarely as possible.
    if (access.again && core_.launch().is_round_robin()) {
        slice_ -= fuel_;
        fuel_ = 0;
    }
}

bool Warp::yield_before_atomic(const Op* op, Mask mask) {
    if (!core_.launch().is_round_robin() || std::exchange(resumed_after_yield_, false) ||
        !std::exchange(has_executed_atomic_, true))
        return false;
    take_back(op, mask);
    core_.note_yield();
    is_polling_ = true;
    paths_.insert(paths_.begin(), running(op));
    paths_.front().resumed_after_yield = true;
    return true;
}

bool Warp::yield_before_mbarrier_test(const Op* op, Mask mask) {
    if (std::exchange(changes_, core_.changes()) == core_.changes()) return false;
    take_back(op, mask);
    is_polling_ = true;
    paths_.insert(paths_.begin(), running(op));
    paths_.front().yielded_while_polling = true;
    paths_.front().changes = changes_;
    return true;
}

// Undoes the counting and tracing of @p op, before which the path yields.
void Warp::take_back(const Op* op, Mask mask) {
    if (core_.instrumentation().counting())
        count_step(core_.instrumentation().tallies()[core_.kernel().index_of(op)], active, mask, -1);
    TraceRecorder* const trace_recorder = core_.instrumentation().trace_recorder();
    if (trace_recorder != nullptr && !core_.instrumentation().tracing(*this))
        trace_recorder->undo_step(trace_recorder->of({block_.linear_index(), index_}));
}

bool Warp::repeats_state(bool memory_changed) {
    if (memory_changed) cycle_detector_.reset();
    return cycle_detector_.has_repeated(state_hash());
}

// Hash of everything that determines what the warp does next, except memory that it shares with other warps.
// Clocks are missing, because reading one counts as a change.
std::uint64_t Warp::state_hash() const {
    std::uint64_t hash =
        hash_combine(hash_combine(std::uint64_t{exited_} << 32 | carry, uninitialized_lanes), paths_.size());
    const auto add = [&hash](auto... values) {
        ((hash = hash_combine(hash, static_cast<std::uint64_t>(values))), ...);
    };
    const auto number = [this](const Frame* frame) {
        return std::ranges::find(frames_, frame, &std::unique_ptr<Frame>::get) - frames_.begin();
    };
    for (const Path& path : paths_)
        add(core_.kernel().index_of(path.op), path.mask, number(path.frame), path.skipped.lanes,
            path.skipped.order, path.state, path.barrier, path.yielded_while_polling, path.group_lanes);
    for (const std::unique_ptr<Frame>& frame : frames_)
        add(number(frame->caller), frame->expected, frame->returned);
    for (const std::unique_ptr<Frame>& frame : frames_)
        hash = hash_combine(hash, {frame->registers.get(), frame->layout->frame_bytes});
    return hash_combine(hash, {local_.get(), std::size_t{core_.launch().local_bytes} * warp_size});
}

void Warp::release_barrier(std::uint8_t barrier, std::uint32_t count, std::uint32_t total) {
    for (Path& path : paths_) {
        if (path.state != Path::State::at_barrier || path.barrier != barrier) continue;
        write_barrier_result(core_.kernel(), path, count, total);
        path.state = Path::State::ready;
        ++path.op;
    }
}

const Op* Warp::fault(FaultKind kind, FindingKind finding, const Op* op, Mask mask, Message what,
                      Message advice, std::optional<Address> address) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
    core_.incidents().stop({kind, finding, false, block_.linear_index(), index_ * warp_size + lane,
                            core_.kernel().index_of(op), address, std::move(what), std::move(advice)});
    return nullptr;
}

void Warp::sleep(std::uint32_t nanoseconds) {
    slept_ += std::uint64_t{nanoseconds} * core_.launch().device.clock_mhz / 1000;
    record_poll();
    awaits_ = true;
}

std::uint64_t Warp::cycles() const { return spent_ + static_cast<std::uint64_t>(slice_ - fuel_) + slept_; }

std::uint64_t Warp::clock(const Op* op) const { return cycles() + core_.kernel().index_of(op); }

std::uint64_t Warp::time(const Op* op) const {
    return core_.launch().begins_at + core_.launch().device.nanoseconds(clock(op));
}

Frame* Warp::make_frame(const FunctionLayout& layout, std::uint32_t local_begin, std::uint32_t stack_used,
                        Frame* caller) {
    frames_.push_back(std::make_unique<Frame>(
        Frame{&layout, aligned_bytes(layout.frame_bytes), local_begin, stack_used, caller}));
    Frame* const frame = frames_.back().get();
    if (caller != nullptr) fill_special_registers(*this, *frame);
    return frame;
}

} // namespace simulator

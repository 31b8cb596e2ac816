#include "checks/race_check.h"
#include "finding_messages/copy_messages.h"
#include "finding_messages/race_messages.h"

namespace simulator::checks {

namespace copy_messages = kernelsmith::copy_messages;
namespace race_messages = kernelsmith::race_messages;

namespace {

/// Relation of two threads.
enum class Distance : std::uint8_t { lanes, warps, blocks };

Distance distance_of(const ThreadId& a, const ThreadId& b) {
    if (a.block != b.block) return Distance::blocks;
    return a.warp() == b.warp() ? Distance::lanes : Distance::warps;
}

MessageKind thread_relation(Distance distance) {
    switch (distance) {
        case Distance::lanes: return race_messages::lane_of_the_warp;
        case Distance::warps: return race_messages::thread_of_the_block;
        case Distance::blocks: break;
    }
    return race_messages::thread_of_another_block;
}

MessageKind missing_between(Distance distance) {
    switch (distance) {
        case Distance::lanes: return race_messages::no_warp_barrier_between;
        case Distance::warps: return race_messages::no_barrier_between;
        case Distance::blocks: break;
    }
    return race_messages::no_order_between;
}

/// Returns the advice for threads of one warp.
MessageKind advice_in_warp(bool one_warp) {
    return one_warp ? race_messages::put_syncwarp_between : race_messages::put_syncwarp_or_barrier_between;
}

bool advises_syncwarp(const Message& advice) {
    return advice.has(race_messages::put_syncwarp_between) ||
           advice.has(race_messages::put_syncwarp_or_barrier_between);
}

/// Lets a race of two warps replace a race inside a warp in the report: the latter's advice, __syncwarp(),
/// would not order the former.
std::uint8_t breadth_of(Distance distance) { return distance == Distance::lanes ? 0 : 1; }

MessageKind advice_for(Distance distance, bool both_write, bool one_line, bool one_warp) {
    switch (distance) {
        case Distance::lanes:
            return both_write && one_line ? race_messages::write_own_element_or_use_atomic
                                          : advice_in_warp(one_warp);
        case Distance::warps:
            if (both_write) return race_messages::write_own_element_or_put_barrier;
            return one_line ? race_messages::use_atomic_or_put_barrier : race_messages::put_barrier_between;
        case Distance::blocks: break;
    }
    if (both_write) return race_messages::give_element_one_block;
    return one_line ? race_messages::use_atomic_or_second_array : race_messages::read_in_second_kernel;
}

} // namespace

void RaceCheck::report(const AccessContext& context, Address address, const Conflict& conflict) {
    const Access& access = *context.access;
    const bool shared = access.space == MemorySpace::shared;
    // Races of CUDA's own code in its reserved shared memory are not the program's errors.
    if (shared && reporter_->is_reserved(address)) return;
    const FindingKind kind = conflict.same_value   ? FindingKind::same_value_race
                             : conflict.plain_read ? FindingKind::plain_read_race
                             : shared              ? FindingKind::shared_race
                                                   : FindingKind::global_race;
    const ThreadId self = context.view.thread(conflict.pair.lane);
    const auto fill = [&](Finding& finding) {
        finding.block = reporter_->block(self.block);
        finding.thread = reporter_->thread(self.index);
        finding.address = address;
        finding.what = what(context, conflict);
        finding.where = shared ? reporter_->describe_shared_byte(address)
                               : describer_->inside(*describer_->memory().find(address), address);
        finding.other_place = reporter_->place(conflict.pair.earlier_op);
        finding.other = {conflict.writes ? race_messages::wrote_it : race_messages::read_it,
                         {{"thread", reporter_->other_thread(conflict.pair.earlier, self.block)}}};
        finding.advice = advice(context, conflict);
        // Advice on atomics, or on one element per thread, is not replaced by a broader race.
        if (!advises_syncwarp(finding.advice)) finding.breadth = 1;
    };
    reporter_->report(kind, access.op, fill, 1, breadth_of(distance_of(self, conflict.pair.earlier)));
}

Message RaceCheck::advice(const AccessContext& context, const Conflict& conflict) const {
    const Access& access = *context.access;
    const ThreadId& earlier = conflict.pair.earlier;
    const Distance distance = distance_of(context.view.thread(conflict.pair.lane), earlier);
    const bool one_warp = threads_ <= warp_size;
    if (conflict.same_value) return race_messages::mark_same_value_by_atomic;
    if (conflict.plain_read) return race_messages::mark_plain_read_by_atomic;
    if (conflict.block_scope) return race_messages::give_atomic_device_scope;
    if (conflict.mixed_sizes) return race_messages::use_one_atomic_size;
    if (conflict.strong != context.strong) return race_messages::make_both_atomic_or_order_them;
    if (conflict.lost_update) return race_messages::use_one_atomic_operation;
    // A barrier between the two may exist, before the wait for the copy.
    if (instruction_accesses_[conflict.pair.earlier_op].copies) return copy_messages::wait_for_copy;
    const bool reader_writes = (access.mask >> earlier.lane() & 1) != 0 &&
                               access.addresses[earlier.lane()] == access.addresses[conflict.pair.lane];
    if (distance == Distance::lanes && context.writes && !conflict.writes && reader_writes)
        return race_messages::add_by_atomic;
    const CodePlace here = reporter_->place(access.op);
    const CodePlace there = reporter_->place(conflict.pair.earlier_op);
    if (context.strong && distance == Distance::lanes) return advice_in_warp(true);
    const bool one_line = here.line != 0 && here.line == there.line && here.file == there.file;
    const MessageKind advice = advice_for(distance, context.writes && conflict.writes,
                                          one_line || conflict.pair.earlier_op == access.op, one_warp);
    return context.strong ? Message(race_messages::volatile_orders_nothing, {{"advice", Message(advice)}})
                          : Message(advice);
}

Message RaceCheck::what(const AccessContext& context, const Conflict& conflict) const {
    const Access& access = *context.access;
    const Distance distance = distance_of(context.view.thread(conflict.pair.lane), conflict.pair.earlier);
    const InstructionAccess& earlier = instruction_accesses_[conflict.pair.earlier_op];
    const auto of_kind = [&](MessageKind kind) {
        return Message(kind, {{"access", access_of(access.kind, access.bytes)},
                              {"who", Message(thread_relation(distance))}});
    };
    if (conflict.same_value) return of_kind(race_messages::writes_same_value);
    if (conflict.lost_update) return of_kind(race_messages::lost_update);
    const bool at_once = distance == Distance::lanes && context.writes && conflict.writes &&
                         conflict.pair.earlier_op == access.op;
    if (at_once) return of_kind(race_messages::writes_other_value);
    if (conflict.plain_read)
        return of_kind(conflict.writes ? race_messages::plain_load_and_atomic
                                       : race_messages::atomic_after_plain_load);
    if (conflict.mixed_sizes) {
        Message mixed_sizes = of_kind(race_messages::atomics_of_different_sizes);
        mixed_sizes.add({"other", access_of(AccessKind::atomic, earlier.bytes)});
        return mixed_sizes;
    }
    const MessageKind done = !conflict.writes                     ? race_messages::has_read
                             : earlier.kind == AccessKind::atomic ? race_messages::has_atomically_changed
                                                                  : race_messages::has_written;
    Message unordered = of_kind(race_messages::unordered_access);
    unordered.add({"earlier", Message(done)});
    unordered.add({"missing", Message(conflict.block_scope ? race_messages::atomic_for_its_block_only
                                                           : missing_between(distance))});
    return unordered;
}

} // namespace simulator::checks

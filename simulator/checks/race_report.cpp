#include <fmt/core.h>

#include "checks/race_check.h"

namespace simulator::checks {

namespace {

/// How near two threads are to each other.
enum class Distance : std::uint8_t { lanes, warps, blocks };

Distance distance_of(const ThreadId& a, const ThreadId& b) {
    if (a.block != b.block) return Distance::blocks;
    return a.warp() == b.warp() ? Distance::lanes : Distance::warps;
}

std::string_view verb_of(AccessKind kind) {
    switch (kind) {
        case AccessKind::load: return "reads";
        case AccessKind::store: return "writes";
        case AccessKind::atomic: break;
    }
    return "atomically changes";
}

std::string_view who_text(Distance distance) {
    switch (distance) {
        case Distance::lanes: return "another thread of the same warp";
        case Distance::warps: return "another thread of the same block";
        case Distance::blocks: break;
    }
    return "a thread of another block";
}

std::string_view missing_text(Distance distance) {
    switch (distance) {
        case Distance::lanes: return "with no __syncwarp() or barrier between the two";
        case Distance::warps: return "with no barrier between the two";
        case Distance::blocks: break;
    }
    return "and nothing decides which of the two comes first";
}

/// Where threads of one warp meet.
std::string_view advice_in_warp(bool one_warp) {
    return one_warp
               ? "The threads of a warp need not run in step. Put __syncwarp() between the two accesses."
               : "No two warps were seen to meet here, and the threads of a warp need not run in step: put "
                 "__syncwarp() between the two accesses, which also works where warps do different numbers "
                 "of "
                 "rounds. Where other warps use these elements, too, it takes __syncthreads().";
}

/// A race of two warps is told in place of one inside a warp: for that, __syncwarp() would do, and here it does not.
std::uint8_t breadth_of(Distance distance) { return distance == Distance::lanes ? 0 : 1; }

std::string_view advice_for(Distance distance, bool both_write, bool one_line, bool one_warp) {
    switch (distance) {
        case Distance::lanes:
            return both_write && one_line
                       ? "Only one of the writes stays. Give each thread an element of its own, or use an "
                         "atomic operation such as atomicAdd."
                       : advice_in_warp(one_warp);
        case Distance::warps:
            if (both_write)
                return "Give each thread an element of its own, put __syncthreads() between the two, or use "
                       "an atomic operation such as atomicAdd.";
            return one_line ? "If all threads change one element, use an atomic operation such as atomicAdd. "
                              "Else put __syncthreads() between reading and writing."
                            : "Put __syncthreads() between the two, so that all threads have finished the "
                              "first before any thread begins the second.";
        case Distance::blocks: break;
    }
    if (both_write)
        return "Should two blocks write this element at all? Where each element has one owner, blockIdx is "
               "missing "
               "from an index, or an index has run past the end of its row. If both are to add to it, use an "
               "atomic operation such as atomicAdd.";
    return one_line ? "Should two blocks change this element at all? If so, use an atomic operation such as "
                      "atomicAdd. "
                      "If one only needs its old value, read from one array and write to another one: blocks "
                      "run in "
                      "any order."
                    : "Should a block use this element of another one at all? If not, an index is wrong. If "
                      "so, blocks run "
                      "in any order: read the result in a second kernel, or hand it over with "
                      "__threadfence() and an "
                      "atomic flag.";
}

} // namespace

void RaceCheck::report(const Look& look, Address address, const Conflict& conflict) {
    const Access& access = *look.access;
    const bool shared = access.space == MemorySpace::shared;
    // How CUDA's own code gets on with itself is not the program's business.
    if (shared && reporter_->is_reserved(address)) return;
    const FindingKind kind = conflict.same_value   ? FindingKind::same_value_race
                             : conflict.plain_read ? FindingKind::plain_read_race
                             : shared              ? FindingKind::shared_race
                                                   : FindingKind::global_race;
    const ThreadId self = look.view.thread(conflict.who.lane);
    const auto fill = [&](Finding& finding) {
        finding.block = reporter_->block(self.block);
        finding.thread = reporter_->thread(self.index);
        finding.address = address;
        finding.what = what(look, conflict);
        finding.where = shared ? reporter_->shared_place(address)
                               : where_->inside(*where_->memory().find(address), address);
        finding.other_place = reporter_->place(conflict.who.earlier_op);
        finding.other = fmt::format("{} {} it", reporter_->other_thread(conflict.who.earlier, self.block),
                                    conflict.writes ? "wrote" : "read");
        finding.advice = advice(look, conflict);
        // Where it is a matter of atomics, or of an element for each thread, nothing broader is to be told.
        if (finding.advice.find("__syncwarp()") == std::string::npos) finding.breadth = 1;
    };
    reporter_->report(kind, access.op, fill, 1, breadth_of(distance_of(self, conflict.who.earlier)));
}

std::string RaceCheck::advice(const Look& look, const Conflict& conflict) const {
    const Access& access = *look.access;
    const ThreadId& earlier = conflict.who.earlier;
    const Distance distance = distance_of(look.view.thread(conflict.who.lane), earlier);
    const bool one_warp = threads_ <= warp_size;
    if (conflict.same_value)
        return "Nothing is lost as long as all threads write the same value. An atomic operation would say "
               "that this is meant.";
    if (conflict.plain_read)
        return "That is enough where the value is only a guess that atomicCAS then asks about. An atomic or "
               "volatile read would say that this is meant.";
    if (conflict.narrow)
        return "An access of block scope, such as atomicAdd_block or one with thread_scope_block, is atomic "
               "only "
               "for the threads of its own block. Give it device scope: atomicAdd, thread_scope_device.";
    if (conflict.mixed)
        return "An atomic is one step only for others of the same size. Use one size for all of them.";
    if (conflict.strong != look.strong)
        return "One of the two accesses is atomic or volatile, the other is not. Put a barrier between them, "
               "if one is to "
               "come first; make both atomic, if both only add or exchange.";
    if (conflict.lost)
        return "Reading, changing and writing back are three steps, also where each of them is volatile or "
               "atomic: a "
               "change that comes between is lost. Use one atomic operation such as atomicAdd.";
    const bool reader_writes = (access.mask >> earlier.lane() & 1) != 0 &&
                               access.addresses[earlier.lane()] == access.addresses[conflict.who.lane];
    if (distance == Distance::lanes && look.writes && !conflict.writes && reader_writes)
        return "Several threads read it, change it and write it back, and all but one of the changes are "
               "lost. Use an atomic operation such as atomicAdd.";
    const CodePlace here = reporter_->place(access.op);
    const CodePlace there = reporter_->place(conflict.who.earlier_op);
    if (look.strong && distance == Distance::lanes) return std::string(advice_in_warp(true));
    const bool one_line = here.line != 0 && here.line == there.line && here.file == there.file;
    const std::string_view advice = advice_for(distance, look.writes && conflict.writes,
                                               one_line || conflict.who.earlier_op == access.op, one_warp);
    return look.strong ? fmt::format("volatile makes no thread wait for another one. {}", advice)
                       : std::string(advice);
}

std::string RaceCheck::what(const Look& look, const Conflict& conflict) const {
    const Access& access = *look.access;
    const Distance distance = distance_of(look.view.thread(conflict.who.lane), conflict.who.earlier);
    const std::string begin = fmt::format("{} {}", verb_of(access.kind), bytes_text(access.bytes));
    if (conflict.same_value)
        return fmt::format("{} that {} writes, too: the same value", begin, who_text(distance));
    if (conflict.lost)
        return fmt::format("{} computed from what it has read there before, and {} writes there, too", begin,
                           who_text(distance));
    const bool at_once =
        distance == Distance::lanes && look.writes && conflict.writes && conflict.who.earlier_op == access.op;
    if (at_once)
        return fmt::format("{} that another thread of the same warp writes with another value", begin);
    if (conflict.plain_read && conflict.writes)
        return fmt::format("{} by a plain load, beside an atomic of {}", begin, who_text(distance));
    if (conflict.plain_read)
        return fmt::format("{} that {} has read by a plain load", begin, who_text(distance));
    const AccessKind earlier = manners_[conflict.who.earlier_op].kind;
    const std::string_view done = !conflict.writes                ? "has read"
                                  : earlier == AccessKind::atomic ? "has changed atomically"
                                                                  : "has written";
    if (conflict.mixed)
        return fmt::format("{} where {} atomically changes {}", begin, who_text(distance),
                           bytes_text(manners_[conflict.who.earlier_op].bytes));
    const std::string_view missing =
        conflict.narrow ? "and one of the two is atomic for its own block only" : missing_text(distance);
    return fmt::format("{} that {} {}, {}", begin, who_text(distance), done, missing);
}

} // namespace simulator::checks

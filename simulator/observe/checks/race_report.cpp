#include <fmt/format.h>

#include "observe/checks/race_check.h"

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

std::string_view advice_for(Distance distance, bool both_write) {
    switch (distance) {
        case Distance::lanes:
            return "The threads of a warp need not run in step. Put __syncwarp() between the two accesses.";
        case Distance::warps:
            return both_write ? "Give each thread an element of its own, put __syncthreads() between the "
                                "two, or use an "
                                "atomic operation such as atomicAdd."
                              : "Put __syncthreads() between the two, so that all threads have finished the "
                                "first before any "
                                "thread begins the second.";
        case Distance::blocks: break;
    }
    return both_write
               ? "Give each thread an element of its own, or use an atomic operation such as atomicAdd."
               : "Blocks run in any order. Read the result in a second kernel, or hand it over with "
                 "__threadfence() and an atomic flag.";
}

} // namespace

void RaceCheck::report(const Look& look, Address address, const Conflict& conflict) {
    const Access& access = *look.access;
    const bool shared = access.space == MemorySpace::shared;
    const FindingKind kind = conflict.same_value ? FindingKind::same_value_race
                             : shared            ? FindingKind::shared_race
                                                 : FindingKind::global_race;
    reporter_->report(kind, access.op, [&](Finding& finding) {
        const ThreadId self = look.view.thread(conflict.who.lane);
        const Distance distance = distance_of(self, conflict.who.earlier);
        finding.block = reporter_->block(self.block);
        finding.thread = reporter_->thread(self.index);
        finding.address = address;
        finding.what = what(look, conflict);
        finding.where = shared ? reporter_->shared_place(address)
                               : where_->inside(*where_->memory().find(address), address);
        finding.other_place = reporter_->place(conflict.who.earlier_op);
        finding.other = fmt::format("{} {} it", reporter_->other_thread(conflict.who.earlier, self.block),
                                    conflict.writes ? "wrote" : "read");
        finding.advice =
            conflict.same_value ? "Nothing is lost as long as all threads write the same value. An atomic "
                                  "operation would say that "
                                  "this is meant."
            : conflict.strong != look.strong
                ? "One of the two accesses is atomic or volatile, the other is not. Make both atomic, or put "
                  "a barrier between them."
                : advice_for(distance, look.writes && conflict.writes);
    });
}

std::string RaceCheck::what(const Look& look, const Conflict& conflict) const {
    const Access& access = *look.access;
    const Distance distance = distance_of(look.view.thread(conflict.who.lane), conflict.who.earlier);
    const std::string begin = fmt::format("{} {}", verb_of(access.kind), bytes_text(access.bytes));
    if (conflict.same_value)
        return fmt::format("{} that {} writes, too: the same value", begin, who_text(distance));
    const bool at_once =
        distance == Distance::lanes && look.writes && conflict.writes && conflict.who.earlier_op == access.op;
    if (at_once)
        return fmt::format("{} that another thread of the same warp writes with another value", begin);
    const std::string_view done = !conflict.writes  ? "has read"
                                  : conflict.strong ? "has changed atomically"
                                                    : "has written";
    return fmt::format("{} that {} {}, {}", begin, who_text(distance), done, missing_text(distance));
}

} // namespace simulator::checks

#include "checks/barrier_check.h"

#include "finding_messages/barrier_messages.h"

namespace simulator::checks {

namespace barrier_messages = kernelsmith::barrier_messages;

void BarrierCheck::skipped(std::uint64_t block, std::uint32_t op, std::uint32_t absent) {
    reporter_->report(FindingKind::divergent_barrier, op, [&](Finding& finding) {
        finding.block = reporter_->block(block);
        finding.what = {barrier_messages::threads_miss_barrier, {{"absent", absent}, {"threads", threads_}}};
        finding.where = barrier_messages::ended_without_barrier;
        finding.advice = barrier_messages::bring_all_threads_to_barrier;
    });
}

void BarrierCheck::mixed(std::uint64_t block, std::uint32_t op, std::uint32_t other_op) {
    reporter_->report(FindingKind::divergent_barrier, op, [&](Finding& finding) {
        finding.block = reporter_->block(block);
        finding.what = barrier_messages::waits_at_two_barriers;
        finding.where = barrier_messages::two_barriers_at_once;
        finding.other_place = reporter_->place(other_op);
        finding.other = barrier_messages::others_wait_there;
        finding.advice = reporter_->loop_separates(op, other_op)
                             ? barrier_messages::make_equal_rounds
                             : barrier_messages::put_one_barrier_after_branches;
    });
}

} // namespace simulator::checks

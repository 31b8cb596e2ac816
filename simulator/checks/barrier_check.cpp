#include "checks/barrier_check.h"

#include <fmt/core.h>

namespace simulator::checks {

void BarrierCheck::skipped(std::uint64_t block, std::uint32_t op, std::uint32_t absent) {
    reporter_->report(FindingKind::skipped_barrier, op, [&](Finding& finding) {
        finding.block = reporter_->block(block);
        finding.what = fmt::format("{} of the block's {} threads {} this barrier", absent, threads_,
                                   absent == 1 ? "never comes to" : "never come to");
        finding.where = "they took another way, past this barrier, and ended";
        finding.advice =
            "All threads of a block have to come to __syncthreads(): move it out of the if or loop that only "
            "some of them take, and let no thread return before it.";
    });
}

void BarrierCheck::mixed(std::uint64_t block, std::uint32_t op, std::uint32_t other_op) {
    reporter_->report(FindingKind::skipped_barrier, op, [&](Finding& finding) {
        finding.block = reporter_->block(block);
        finding.what = "waits at this barrier while other threads of the block wait at another one";
        finding.where = "two barriers in the code, met by one block at the same time";
        finding.other_place = reporter_->place(other_op);
        finding.other = "other threads wait there";
        finding.advice = reporter_->loop_parts(op, other_op)
                             ? "One of the two is in a loop that threads of the block leave at different "
                               "times, the other is not. Let "
                               "all threads do the same number of rounds: count them for the whole block, "
                               "and let a thread without "
                               "work do nothing in its round but come to the barrier."
                             : "A __syncthreads() in the if and another one in the else are not one barrier: "
                               "move it behind "
                               "both.";
    });
}

} // namespace simulator::checks

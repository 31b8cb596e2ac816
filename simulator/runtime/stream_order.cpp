#include "runtime/stream_order.h"

#include <utility>

namespace simulator::runtime {

namespace {

cudaStream_t key_of(cudaStream_t stream) { return is_legacy(stream) ? nullptr : stream; }

} // namespace

std::vector<TaskPtr> StreamOrder::predecessors(cudaStream_t stream, bool blocking) const {
    std::vector<TaskPtr> tasks;
    for (const auto& [other, last] : last_) {
        const bool same = other == key_of(stream);
        const bool one_is_legacy = other == nullptr || is_legacy(stream);
        if (same || (one_is_legacy && blocking && last.blocking)) {
            tasks.push_back(last.task);
        }
    }
    return tasks;
}

void StreamOrder::append(cudaStream_t stream, bool blocking, TaskPtr task) {
    last_.insert_or_assign(key_of(stream), Last{std::move(task), blocking});
}

void StreamOrder::forget_done(const WorkQueue& queue) {
    std::erase_if(last_, [&](const auto& entry) { return queue.is_done(entry.second.task); });
}

} // namespace simulator::runtime

#include "report/launch_log.h"

#include <utility>

namespace simulator {

void record_counters(LaunchRecord& record, const Counters& counters, std::span<const CountedOp> ops,
                     std::span<const std::string> files) {
    const LaunchSums sums = add_up(counters, ops);
    record.counters = launch_values(sums.launch, record.facts);
    for (const auto& [place, counted] : sums.lines) {
        const auto [file, line] = place;
        LineRecord& added = record.lines.emplace_back(file < files.size() ? files[file] : "", line,
                                                      line_values(counted.counts));
        for (const ptx::Form form : counted.memory_operations)
            added.memory_operations.push_back(ptx::row_of(form).id);
    }
}

void LaunchLog::add(LaunchRecord record) {
    const std::lock_guard lock(mutex_);
    if (launches_.size() == max_launches) {
        ++dropped_;
        return;
    }
    if (lines_ + record.lines.size() > max_lines) {
        record.lines.clear();
        ++without_lines_;
    }
    lines_ += record.lines.size();
    if (accesses_ + record.accesses.size() > max_accesses) {
        record.accesses.clear();
        ++without_accesses_;
    }
    accesses_ += record.accesses.size();
    launches_.push_back(std::move(record));
}

std::vector<LaunchRecord> LaunchLog::launches() const {
    const std::lock_guard lock(mutex_);
    return launches_;
}

std::size_t LaunchLog::dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
}

std::size_t LaunchLog::without_lines() const {
    const std::lock_guard lock(mutex_);
    return without_lines_;
}

std::size_t LaunchLog::without_accesses() const {
    const std::lock_guard lock(mutex_);
    return without_accesses_;
}

} // namespace simulator

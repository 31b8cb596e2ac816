#include "grading/terminal/save_debouncer.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace grader {

bool is_source_name(const std::string& name) {
    constexpr std::array<std::string_view, 9> endings = {".cu",  ".cuh", ".h",   ".hpp", ".hh",
                                                         ".inl", ".c",   ".cpp", ".inc"};
    if (name.starts_with('.') || name.starts_with('#')) return false;
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

void SaveDebouncer::add(const std::string& subject, const std::string& file, FileChange change,
                        Clock::time_point now) {
    last_ = now;
    if (change == FileChange::begun) {
        being_written_.emplace(subject, file);
        return;
    }
    being_written_.erase({subject, file});
    std::erase(subjects_, subject);
    subjects_.push_back(subject);
}

std::optional<SaveDebouncer::Clock::time_point> SaveDebouncer::due() const {
    if (subjects_.empty()) return std::nullopt;
    if (!being_written_.empty()) return last_ + max_open_time;
    return last_ + quiet_period;
}

std::vector<std::string> SaveDebouncer::take() {
    being_written_.clear();
    return std::exchange(subjects_, {});
}

} // namespace grader

#include "grading/model/time_limit.h"

#include <algorithm>
#include <utility>

#include "grading/messages/speed.h"

namespace grader {
namespace {

Message limit(const std::string& kernel, bool waits, std::vector<TimeShare> shares) {
    std::ranges::stable_sort(shares, std::ranges::greater{}, &TimeShare::share);
    std::vector<Message> parts;
    for (const TimeShare& one : shares)
        parts.emplace_back(messages::part_share, Arguments{{"part", one.part}, {"share", one.share}});
    return {messages::time_limit,
            {{"kernel", kernel}, {"waits", waits ? 1 : 0}, {"parts", std::move(parts)}}};
}

} // namespace

Message limit_of_launch(const std::string& kernel, const ModelledTime& time) {
    std::vector<TimeShare> shares;
    for (const auto& [part, ms] : time.terms) shares.push_back({part, ms / time.ms});
    return limit(kernel, time.limiter == "latency", std::move(shares));
}

Message limit_of_call(std::vector<TimeShare> shares) { return limit("", false, std::move(shares)); }

} // namespace grader

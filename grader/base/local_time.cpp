#include "base/local_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace grader {
namespace {

auto fields_of(const std::tm& time) {
    return std::tuple(time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec);
}

} // namespace

std::optional<double> unix_time_of_local(const std::tm& shown) {
    std::optional<double> found;
    // mktime() shifts a time that does not exist with this daylight-saving setting to one that does.
    for (const int summer_time : {0, 1}) {
        std::tm wanted = shown;
        wanted.tm_isdst = summer_time;
        const std::time_t moment = std::mktime(&wanted);
        std::tm local{};
        if (::localtime_r(&moment, &local) == nullptr || fields_of(local) != fields_of(shown)) continue;
        found = std::max(found.value_or(static_cast<double>(moment)), static_cast<double>(moment));
    }
    return found;
}

std::string format_local_minute(double moment) {
    const auto seconds = static_cast<std::time_t>(std::floor(moment));
    std::tm local{};
    std::array<char, 64> text{};
    if (::localtime_r(&seconds, &local) == nullptr) return "–";
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local)};
}

} // namespace grader

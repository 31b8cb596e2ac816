#pragma once

/// @file
/// A file of times as keys and values. Each value is `[number, "source"]` in the table `time` or a table within
/// it; `derived_from = "h200"` before the tables names the device that omitted values are derived from.

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace simulator {

/// A value of a file of times.
struct TimeValue {
    double number = 0;  ///< finite and not negative
    std::string source; ///< where it was read or measured: "data sheet"
};

/// Values by their keys below `time`, for example "latency.alu".
using TimeValues = std::map<std::string, TimeValue, std::less<>>;

/// The content of a file of times.
struct TimeText {
    TimeValues values;        ///< all values that the file gives
    std::string derived_from; ///< device that omitted values are derived from; empty if there is none
};

/// Parses the times of the device @p id. Throws std::invalid_argument, which names the device and the key.
TimeText parse_times(std::string_view id, std::string_view toml);

/// Returns a key below `time` as in the file, for example "time.latency.alu".
std::string full_key(std::string_view key);

/// Throws std::invalid_argument: "Times of l4: time.latency.alu is missing."
[[noreturn]] void fail_times(std::string_view id, std::string_view key, std::string_view what);

} // namespace simulator

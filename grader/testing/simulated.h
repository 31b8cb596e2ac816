#pragma once

/// @file
/// Reports of the simulator, and a fixture course whose builds write them.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace simulated {

/// A report that has nothing in it yet.
nlohmann::json nothing();

/// A launch of @p kernel with a warp instruction for each sector.
/// @param sectors moved for the @p bytes that were asked for
nlohmann::json launch(const std::string& kernel, double sectors, double bytes, double occupancy);

/// A report of one launch that keeps the gates of instrumented_course().
nlohmann::json good_counts();

/// A report of one launch that takes @p ms on the modelled GPU, most of it for the memory.
nlohmann::json modelled(double ms);

/// A report of one finding in line @p line of student.cu.
nlohmann::json finding(const std::string& kind, int line, bool failure = true);

/// A copy of the fixture course whose first lab has clean and counted sizes, hints, and two gates: at most
/// 4.1 sectors for 128 bytes, and an occupancy of at least 0.75.
std::filesystem::path instrumented_course(const std::string& name);

/// A solution of that lab which computes the right thing, passes over the memory @p passes times, and tells
/// of @p found and @p counted. @p when_called stands before all that.
std::string solution(const std::string& found, const std::string& counted, int passes = 1,
                     const std::string& when_called = "");

} // namespace simulated

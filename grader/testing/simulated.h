#pragma once

/// @file
/// Fake reports of the simulator, and a fixture course whose builds write them.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace simulated {

/// Returns an empty report.
nlohmann::json nothing();

/// Returns a launch of @p kernel with one warp instruction per sector.
/// @param sectors moved for the @p bytes that were requested
nlohmann::json launch(const std::string& kernel, double sectors, double bytes, double occupancy);

/// Returns a report of one launch that passes the gates of instrumented_course().
nlohmann::json good_counts();

/// Returns a report of one launch that takes @p ms on the modelled GPU, most of it in memory.
nlohmann::json modelled(double ms);

/// Returns a report of one finding in line @p line of student.cu.
nlohmann::json finding(const std::string& kind, int line, bool failure = true);

/// Returns a copy of the fixture course whose first lab has clean and counted sizes, hints, and two gates: at
/// most 4.1 sectors per 128 bytes, and an occupancy of at least 0.75.
std::filesystem::path instrumented_course(const std::string& name);

/// Returns a solution of that lab with right results, which traverses the memory @p passes times, and reports
/// @p found and @p counted. The code @p when_called precedes all that.
std::string solution(const std::string& found, const std::string& counted, int passes = 1,
                     const std::string& when_called = "");

} // namespace simulated

#pragma once

/// @file
/// The report of a process: what it launched, what was counted, what it did wrong. One JSON document.

#include <ostream>
#include <span>
#include <string>

#include "observe/finding.h"
#include "observe/launch_log.h"

namespace simulator {

/// What a report begins with.
struct ReportHeader {
    std::string device;  ///< "h200"
    std::string program; ///< its path
};

/// Writes the document, format 1, a launch and a finding a line.
///
/// Counters stand under their names and, where they have one, under their short names too. A launch has all
/// that have a value, a line those that are not zero. `launches_dropped` is there when the log was full,
/// `launches_without_lines` when it had no room for more lines.
void write_report(std::ostream& out, const ReportHeader& header, const LaunchLog& log,
                  std::span<const Finding> findings);

} // namespace simulator

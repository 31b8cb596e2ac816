#pragma once

/// @file
/// The report of a process: what it launched, what was counted, what it did wrong. One JSON document.

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "findings/finding.h"
#include "report/image_record.h"
#include "report/launch_log.h"

namespace simulator {

/// What a report begins with.
struct ReportHeader {
    std::string device;                   ///< "h200"
    std::string program;                  ///< its path
    std::vector<ImageRecord> images = {}; ///< that its kernels come from
    bool interrupted = false;             ///< somebody did not want to wait for its last launches
    bool over_limit = false;       ///< a launch was stopped at the limit on the instructions of all launches
    bool explain_counters = false; ///< it says of each counter what it is
};

/// Writes the document, format 1, a launch and a finding a line.
///
/// Counters stand under their names and, where they have one, under their short names too. A launch has all
/// that have a value, a line those that are not zero. `launches_dropped` is there when the log was full,
/// `launches_without_lines` when it had no room for more lines, `launches_without_accesses` when it had none for more
/// accesses. A launch of which accesses were remembered has them as `accesses`.
void write_report(std::ostream& out, const ReportHeader& header, const LaunchLog& log,
                  std::span<const Finding> findings);

/// Writes one document of those of several processes, which are not none, in their order.
void write_merged(std::ostream& out, std::span<const std::string> reports);

} // namespace simulator

#pragma once

/// @file
/// The report of a process as one JSON document: its launches, counts and findings.

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "findings/finding.h"
#include "report/image_record.h"
#include "report/launch_log.h"

namespace simulator {

/// Head of a report.
struct ReportHeader {
    std::string device;                   ///< name of the device: "h200"
    std::string program;                  ///< path of the program
    std::vector<ImageRecord> images = {}; ///< fat binaries of its kernels
    bool interrupted = false;             ///< the program was interrupted before its last launches ended
    bool over_limit = false;       ///< a launch was stopped at the limit on the instructions of all launches
    bool explain_counters = false; ///< the report explains each counter
};

/// Writes the document in format 1, one launch or finding per line.
///
/// Counters have their names as keys and, if they have one, their short names too. A launch contains all
/// counters with a value, a line those that are not zero. `launches_dropped` is present if the log was full,
/// `launches_without_lines` if lines exceeded their limit, and `launches_without_accesses` if accesses
/// exceeded theirs. A launch with recorded accesses has them as `accesses`.
void write_report(std::ostream& out, const ReportHeader& header, const LaunchLog& log,
                  std::span<const Finding> findings);

/// Merges the documents of one or more processes into one, in their order.
void write_merged(std::ostream& out, std::span<const std::string> reports);

} // namespace simulator

#pragma once

/// @file
/// Work at the end of a program: findings are printed and the report is written.

#include <string>

namespace simulator::runtime {
class Runtime;
}

namespace simulator::device {

/// Handles the program's announcement that it exits: completes its work, looks for leaks and other
/// omissions, and prints findings. Returns whether there was a failure.
bool report_at_exit(runtime::Runtime& runtime);

/// Prints the remaining findings and writes the report into the file @p report. The program has ended, and
/// its work is complete, unless it was @p interrupted. @p program: its path. Returns whether there was a
/// failure.
bool write_final_report(runtime::Runtime& runtime, bool interrupted, int report, const std::string& program);

} // namespace simulator::device

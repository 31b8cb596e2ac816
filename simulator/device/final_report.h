#pragma once

/// @file
/// What is left to do when a program ends: findings are printed and the report is written.

#include <string>

namespace simulator::runtime {
class Runtime;
}

namespace simulator::device {

/// The program says that it ends. What it has asked for is done, and what was found is printed. Whether something
/// was wrong.
bool report_at_exit(runtime::Runtime& runtime);

/// The program has ended, and what it has asked for is done, or not all of it if it was @p interrupted. What was
/// found and not printed yet is printed, and the report is written into @p report. @p program: its path. Whether
/// something was wrong.
bool write_final_report(runtime::Runtime& runtime, bool interrupted, int report, const std::string& program);

} // namespace simulator::device

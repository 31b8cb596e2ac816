#pragma once

/// @file
/// What is left to do when a program ends: findings are printed and the report is written.

namespace simulator::runtime {

class Runtime;

/// Prints the findings and writes the report.
void tell_all(Runtime& runtime);

} // namespace simulator::runtime

#pragma once

/// @file
/// The TOML table that is printed.

namespace calibrate {

/// Begins the table `[name]`.
void begin_table(const char* name);

/// Prints `name = [number, "measured"]`, and what it is as a comment.
void print_value(const char* name, double number, const char* comment = "");

} // namespace calibrate

#pragma once

/// @file
/// Output as a TOML table.

namespace calibrate {

/// Begins the table `[name]`.
void begin_table(const char* name);

/// Prints `name = [number, "measured"]` and a comment that describes the value.
void print_value(const char* name, double number, const char* comment = "");

} // namespace calibrate

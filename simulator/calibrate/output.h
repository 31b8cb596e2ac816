#pragma once

/// @file
/// Output as a TOML table.

namespace calibrate {

/// Begins the table `[name]`.
void begin_table(const char* name);

/// Prints `name = [number, "measured"]` and a comment that describes the value. A number that is not finite, because
/// it could not be measured, is only a comment: its readers derive it from another GPU.
void print_value(const char* name, double number, const char* comment = "");

} // namespace calibrate

#pragma once

/// @file
/// Numbers with only as many digits as are reproducible from run to run.

namespace grader {

/// Rounds @p value to the nearest number with @p digits significant digits.
double round_to_digits(double value, int digits);

/// A number in a record (record/json_fields.h) that is written with @p digits significant digits.
template <int digits> struct Digits {
    /// Returns the number as it is written.
    template <class Json> static Json written(double value) { return round_to_digits(value, digits); }
    /// Reads the number unchanged.
    template <class Json> static void read(const Json& json, double& value) { json.get_to(value); }
};

} // namespace grader

#pragma once

/// @file
/// Numbers with no more digits than repeat from run to run.

namespace grader {

/// @p value in @p digits significant digits, the nearest such number.
double round_to_digits(double value, int digits);

/// A number in a record (record/json_fields.h), written in @p digits significant digits.
template <int digits> struct Digits {
    /// The number as it is written.
    template <class Json> static Json written(double value) { return round_to_digits(value, digits); }
    /// Reads it as it is.
    template <class Json> static void read(const Json& json, double& value) { json.get_to(value); }
};

} // namespace grader

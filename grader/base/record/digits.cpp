#include "base/record/digits.h"

#include <cmath>
#include <string>

#include <fmt/core.h>

namespace grader {

double round_to_digits(double value, int digits) {
    // Via the text, so that the result is exactly the number that a file holds.
    return std::isfinite(value) ? std::stod(fmt::format("{:.{}g}", value, digits)) : value;
}

} // namespace grader

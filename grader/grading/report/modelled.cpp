#include "grading/report/modelled.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/text.h"

namespace grader {

std::string marked_speedup(double speedup, const std::string& modelled, int decimals) {
    return (modelled.empty() ? "" : "~") + format_speedup(speedup, decimals);
}

std::string ModelledLegend::text() const {
    if (devices_.empty()) return {};
    return fmt::format("~ modelled for {}, not measured",
                       printable(fmt::format("{}", fmt::join(devices_, ", "))));
}

} // namespace grader

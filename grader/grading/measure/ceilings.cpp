#include "grading/measure/ceilings.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "grading/measure/ceilings_fields.h"

namespace grader {

Ceilings ceilings_from(const nlohmann::json& document) { return document.get<Ceilings>(); }

nlohmann::json to_json(const Ceilings& ceilings) { return ceilings; }

Limit limit_of(const kernelsmith::Work& work, const Ceilings& ceilings) {
    Limit limit;
    const auto consider = [&](double amount, double giga_per_second, const char* name, const char* unit) {
        if (giga_per_second <= 0) return;
        const double ms = amount / (giga_per_second * 1e6);
        if (ms > limit.ms) limit = {ms, fmt::format("device's {} ({:.0f} {})", name, giga_per_second, unit)};
    };
    consider(work.bytes, ceilings.copy_gb_s, "copy bandwidth", "GB/s");
    consider(work.flops, ceilings.fp32_gflop_s, "fp32 rate", "GFLOP/s");
    consider(work.roots, ceilings.roots_giga_s, "rate of reciprocal roots", "billion a second");
    return limit;
}

} // namespace grader

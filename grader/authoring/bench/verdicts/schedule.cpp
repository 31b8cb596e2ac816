#include "schedule.h"

#include <algorithm>

namespace grader::verdicts {

std::optional<MeasurementKind> next_kind(const std::vector<SpeedMeasurement>& measurements,
                                         const std::string& lab, std::size_t runs) {
    std::optional<MeasurementKind> next;
    std::size_t fewest = runs;
    // Measurements under load are consecutive, because the load program takes a while to start.
    for (const bool under_load : {false, true})
        for (const char* build : {"baseline", "solution"}) {
            const auto there = std::count_if(measurements.begin(), measurements.end(),
                                             [&](const SpeedMeasurement& measurement) {
                                                 return measurement.lab == lab &&
                                                        measurement.build == build &&
                                                        measurement.under_load == under_load;
                                             });
            if (static_cast<std::size_t>(there) >= fewest) continue;
            fewest = static_cast<std::size_t>(there);
            next = MeasurementKind{build, under_load};
        }
    return next;
}

} // namespace grader::verdicts

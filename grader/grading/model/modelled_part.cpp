#include "grading/model/modelled_part.h"

#include <algorithm>
#include <cmath>

#include "grading/verify/problem_module.h"

namespace grader {
namespace {

/// Returns the bytes that a call reads and writes, without scratch memory, which it may leave unused.
double buffer_bytes(const kernelsmith::Layout& layout) {
    double bytes = 0;
    for (const kernelsmith::Buffer& buffer : layout.buffers)
        if (buffer.role != kernelsmith::Role::scratch) bytes += static_cast<double>(buffer.bytes());
    return bytes;
}

/// Returns the number of equal parts of the GPU's memory, of which one holds the modelled case as the whole
/// memory holds the timed one.
double memory_parts(const Lab& lab, std::uint64_t seed) {
    const kernelsmith::Problem& problem = load_problem(lab.module);
    const double all = buffer_bytes(problem.layout(lab.manifest.timed.front().draw(seed)));
    const double part = buffer_bytes(problem.layout(lab.manifest.modelled.sizes.draw(seed)));
    return std::clamp(all / part, 1.0, static_cast<double>(lab.manifest.modelled.parts));
}

/// Returns the number of equal parts of @p multiprocessors, near @p wanted, that makes the SMs of a part an integer.
double nearest_parts(unsigned multiprocessors, unsigned wanted) {
    const double sms = std::max(std::round(static_cast<double>(multiprocessors) / wanted), 1.0);
    return multiprocessors / sms;
}

} // namespace

InstrumentedRunSpec modelled_run(const TimeModel& times, const Lab& lab, std::uint64_t seed) {
    const unsigned wanted = lab.manifest.modelled.parts;
    const double parts = nearest_parts(times.multiprocessors, wanted);
    // Scale by the same factor as the number of parts, for the data that the parts of the work do not share.
    const double of_memory = memory_parts(lab, seed) * parts / wanted;
    return {Instrumentation::time, parts, std::clamp(of_memory, 1.0, parts)};
}

double whole_per_part(const TimeModel& times, const Lab& lab) {
    const unsigned wanted = lab.manifest.modelled.parts;
    return static_cast<double>(wanted) / nearest_parts(times.multiprocessors, wanted);
}

} // namespace grader

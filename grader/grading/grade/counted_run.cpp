#include "grading/grade/counted_run.h"

#include <algorithm>
#include <initializer_list>

#include "course/quantity.h"

namespace grader {
namespace {

using kernelsmith::Role;

/// Returns the bytes of the buffers of @p layout that have one of @p roles.
double bytes_of(const kernelsmith::Layout& layout, std::initializer_list<Role> roles) {
    double bytes = 0;
    for (const kernelsmith::Buffer& buffer : layout.buffers)
        if (std::find(roles.begin(), roles.end(), buffer.role) != roles.end())
            bytes += static_cast<double>(buffer.bytes());
    return bytes;
}

} // namespace

void add_call(CountedRun& run, const kernelsmith::Layout& layout, const std::vector<ObservedLaunch>& launches,
              double copied_bytes) {
    run.observed.insert(run.observed.end(), launches.begin(), launches.end());
    for (const ObservedLaunch& launch : launches)
        copied_bytes += host_bytes(launch).read + host_bytes(launch).written;
    const kernelsmith::Work& work = layout.work;
    const double outputs = bytes_of(layout, {Role::out, Role::inout});
    const double inputs = bytes_of(layout, {Role::in, Role::inout});
    // An output buffer may be longer than the results for this input.
    run.output_bytes += work.bytes > inputs ? std::min(outputs, work.bytes - inputs) : outputs;
    run.data_bytes += bytes_of(layout, {Role::in, Role::out}) + 2 * bytes_of(layout, {Role::inout});
    run.item = work.item;
    run.of_call[call_counter::multiply_adds] += work.flops / 2;
    run.of_call[call_counter::items] += work.items;
    run.of_call[call_counter::bytes] += work.bytes;
    run.of_call[call_counter::copied_bytes] += copied_bytes;
}

} // namespace grader

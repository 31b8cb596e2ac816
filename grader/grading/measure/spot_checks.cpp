#include "grading/measure/spot_checks.h"

#include "grading/verify/case_run.h"

namespace grader {
namespace {

constexpr std::size_t max_whole_bytes = 64 << 10; ///< outputs up to this size are checked whole
constexpr std::size_t rows = 1024;
constexpr std::size_t width = 64;

} // namespace

std::vector<SpotCheckRegion> draw_spot_checks(const kernelsmith::Layout& layout, Secrets& secrets) {
    std::vector<SpotCheckRegion> spot_checks;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        if (!has_output(layout.buffers[i])) continue;
        const std::size_t bytes = layout.buffers[i].bytes();
        if (bytes == 0) continue;
        if (bytes <= max_whole_bytes) {
            spot_checks.push_back({i, 0, bytes, bytes, 1});
            continue;
        }
        // A fixed distance may miss errors that repeat at that distance, so the distance is random, too.
        const std::size_t max_pitch = (bytes - width) / (rows - 1);
        const std::size_t pitch = max_pitch - secrets.next() % ((max_pitch - width) / 4 + 1);
        const std::size_t slack = bytes - width - pitch * (rows - 1);
        spot_checks.push_back({i, secrets.next() % (slack + 1), pitch, width, rows});
    }
    return spot_checks;
}

} // namespace grader

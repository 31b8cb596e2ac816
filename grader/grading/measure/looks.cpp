#include "grading/measure/looks.h"

#include "grading/verify/case_run.h"

namespace grader {
namespace {

constexpr std::size_t whole_bytes = 64 << 10; ///< up to here an output is looked at whole
constexpr std::size_t rows = 1024;
constexpr std::size_t width = 64;

} // namespace

std::vector<Look> draw_looks(const kernelsmith::Layout& layout, Secrets& secrets) {
    std::vector<Look> looks;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        if (!has_output(layout.buffers[i])) continue;
        const std::size_t bytes = layout.buffers[i].bytes();
        if (bytes == 0) continue;
        if (bytes <= whole_bytes) {
            looks.push_back({i, 0, bytes, bytes, 1});
            continue;
        }
        // Pieces at equal distances may miss what repeats at that distance, so the distance is drawn, too.
        const std::size_t most = (bytes - width) / (rows - 1);
        const std::size_t pitch = most - secrets.next() % ((most - width) / 4 + 1);
        const std::size_t room = bytes - width - pitch * (rows - 1);
        looks.push_back({i, secrets.next() % (room + 1), pitch, width, rows});
    }
    return looks;
}

} // namespace grader

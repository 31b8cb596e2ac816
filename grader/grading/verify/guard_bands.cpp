#include "grading/verify/guard_bands.h"

#include <algorithm>

#include "grading/channel/protocol.h"
#include "grading/messages/results.h"

namespace grader {
namespace {

using kernelsmith::Buffer;

/// Returns the offsets in @p band whose bytes differ from @p guard, whose pattern begins at @p pattern_start.
std::vector<std::size_t> touched_places(const std::vector<std::uint8_t>& band, std::uint64_t guard,
                                        std::size_t pattern_start) {
    std::vector<std::size_t> touched;
    for (std::size_t i = 0; i < band.size(); ++i)
        if (band[i] != static_cast<std::uint8_t>(guard >> ((pattern_start + i) % sizeof(guard) * 8)))
            touched.push_back(i);
    return touched;
}

std::size_t in_whole_elements(std::size_t bytes, const Buffer& buffer) {
    const std::size_t element = std::max<std::size_t>(buffer.element_bytes, 1);
    return (bytes + element - 1) / element * element;
}

} // namespace

std::vector<std::uint64_t> make_guards(const kernelsmith::Layout& layout, Secrets& secrets) {
    std::vector<std::uint64_t> guards;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) guards.push_back(secrets.next());
    return guards;
}

Message damage_to(const GuardBands& bands, std::uint64_t guard, const Buffer& buffer) {
    const std::vector<std::size_t> before = touched_places(bands.before, guard, 0);
    const std::vector<std::size_t> behind =
        touched_places(bands.after, guard, bands.before.size() + buffer.bytes());
    if (before.empty() && behind.empty()) return {};
    Message damage(messages::outside_its_buffer);
    if (!before.empty())
        damage.add({"before", in_whole_elements(bands.before.size() - before.front(), buffer)});
    if (!behind.empty()) damage.add({"behind", in_whole_elements(behind.back() + 1, buffer)});
    damage.add({"buffer", buffer.name});
    return damage;
}

Message guard_damage(RunnerClient& runner, const kernelsmith::Layout& layout,
                     const std::vector<std::uint64_t>& guards) {
    const std::vector<GuardBands> bands = runner.guards();
    if (bands.size() != layout.buffers.size()) runner.reject_answer();
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        if (bands[i].before.size() < protocol::guard_bytes || bands[i].after.size() < protocol::guard_bytes)
            runner.reject_answer();
        Message damage = damage_to(bands[i], guards[i], layout.buffers[i]);
        if (!damage.empty()) return damage;
    }
    return {};
}

} // namespace grader

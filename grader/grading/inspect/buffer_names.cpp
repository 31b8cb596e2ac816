#include "grading/inspect/buffer_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace grader {
namespace {

/// 0 where @p digits are none or too many: no buffer has that number.
std::size_t number_in(const std::string& digits) {
    std::size_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return read.ec == std::errc() ? number : 0;
}

/// What SeenAccess::misaligned is counted from.
constexpr std::size_t base_alignment = 256;

/// The bytes that the runner allocates for @p buffer: even an empty one has an address.
std::size_t block_of(const kernelsmith::Buffer& buffer) {
    return std::max<std::size_t>(buffer.misalignment + buffer.bytes(), 1);
}

/// The words for what call @p number of cudaMalloc gave, @p size long ("4752 bytes"); empty where @p layout
/// does not explain it.
std::string name_of(std::size_t number, const std::string& size, const kernelsmith::Layout& layout) {
    if (number == 0) return {};
    if (number > layout.buffers.size())
        return fmt::format("the {} that your cudaMalloc number {} gave", size,
                           number - layout.buffers.size());
    const kernelsmith::Buffer& buffer = layout.buffers[number - 1];
    // A size that does not fit is of somebody who asked for memory before the runner did, when the build was loaded.
    if (number_in(size.substr(0, size.find(' '))) != block_of(buffer)) return {};
    if (buffer.misalignment == 0) return fmt::format("the {} of \"{}\"", size, buffer.name);
    return fmt::format("the {} that hold \"{}\" from byte {} on", size, buffer.name, buffer.misalignment);
}

/// One place where a text tells of memory by its call: "the SIZE that cudaMalloc number NUMBER (PLACE) gave".
struct Mention {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string size;
    std::size_t number = 0;
};

/// The first one from @p from on. By hand, because a report may be a student's work, as long as it likes, and
/// std::regex is as deep as its text is long.
std::optional<Mention> next_mention(const std::string& text, std::size_t from) {
    constexpr std::string_view article = "the ";
    constexpr std::string_view call = " that cudaMalloc number ";
    constexpr std::string_view gave = " gave";
    constexpr std::size_t longest_number = 20;
    for (std::size_t at; (at = text.find(call, from)) != std::string::npos; from = at + call.size()) {
        const std::size_t earliest = at - std::min(at - from, article.size() + 2 * longest_number);
        const std::size_t the = text.substr(earliest, at - earliest).rfind(article);
        if (the == std::string::npos) continue;
        const std::size_t begin = earliest + the;
        std::size_t end = at + call.size();
        const std::size_t digits = std::min(text.find_first_not_of("0123456789", end), text.size()) - end;
        const std::string number = text.substr(end, digits);
        end += digits;
        // The place of the call has parentheses of its own where it is a function.
        if (text.compare(end, 2, " (") == 0) end = text.find(") gave", end);
        if (end == std::string::npos) return std::nullopt;
        if (text[end] == ')') ++end;
        if (text.compare(end, gave.size(), gave) != 0) continue;
        const std::size_t size_at = begin + article.size();
        return Mention{begin, end + gave.size(), text.substr(size_at, at - size_at), number_in(number)};
    }
    return std::nullopt;
}

/// The number in "cudaMalloc number 2"; 0 where @p buffer is called otherwise.
std::size_t call_number(const std::string& buffer) {
    constexpr std::string_view call = "cudaMalloc number ";
    return buffer.starts_with(call) ? number_in(buffer.substr(call.size())) : 0;
}

/// Gives the memory that @p access goes to the name it has in @p layout, and tells its lanes from there.
void name_buffer(SeenAccess& access, const kernelsmith::Layout& layout) {
    const std::size_t number = call_number(access.buffer);
    if (number == 0) return;
    if (number > layout.buffers.size()) {
        access.buffer = fmt::format("your cudaMalloc number {}", number - layout.buffers.size());
        return;
    }
    const kernelsmith::Buffer& buffer = layout.buffers[number - 1];
    if (access.buffer_bytes != block_of(buffer)) return;
    access.buffer = buffer.name;
    access.buffer_bytes = buffer.bytes();
    access.misaligned = (access.misaligned.value_or(0) + buffer.misalignment) % base_alignment;
    for (std::optional<std::int64_t>& lane : access.lanes)
        if (lane) *lane -= static_cast<std::int64_t>(buffer.misalignment);
}

void name_buffers(std::string& text, const kernelsmith::Layout& layout) {
    std::string named;
    std::size_t done = 0;
    while (const std::optional<Mention> mention = next_mention(text, done)) {
        named.append(text, done, mention->begin - done);
        const std::string name = name_of(mention->number, mention->size, layout);
        named += name.empty() ? text.substr(mention->begin, mention->end - mention->begin) : name;
        done = mention->end;
    }
    text = named + text.substr(done);
}

} // namespace

void name_buffers(Observation& seen, const kernelsmith::Layout& layout) {
    for (SeenFinding& finding : seen.findings)
        for (std::string* text : {&finding.what, &finding.where, &finding.other, &finding.advice})
            name_buffers(*text, layout);
    for (SeenLaunch& launch : seen.launches)
        for (SeenAccess& access : launch.accesses) name_buffer(access, layout);
}

} // namespace grader

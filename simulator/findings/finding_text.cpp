#include "findings/finding_text.h"

#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "finding_messages/sentences.h"
#include "message/sentences.h"

namespace simulator {

namespace {

std::string coordinates(const Coordinates& c) { return fmt::format("({}, {}, {})", c.x, c.y, c.z); }

/// Names the function of a location.
std::string function_text(const CodePlace& place) {
    if (place.kernel.empty()) return place.function.empty() ? "" : ", in " + place.function;
    if (place.function.empty() || place.function == place.kernel) return ", in " + place.kernel;
    return fmt::format(", in {}, called by {}", place.function, place.kernel);
}

std::string thread_text(const Finding& finding) {
    std::string text;
    if (finding.thread) text = fmt::format("thread {}", coordinates(*finding.thread));
    if (finding.block)
        text += fmt::format("{}block {}", text.empty() ? "" : " of ", coordinates(*finding.block));
    if (finding.count > 1) {
        const std::uint64_t more = finding.count - 1;
        text += fmt::format("{}{} more {}", text.empty() ? "" : ", and ", more, more == 1 ? "time" : "times");
    }
    return text;
}

} // namespace

std::string text_of(const CodePlace& place) {
    if (!place.file.empty() && place.line != 0) return fmt::format("{}:{}", place.file, place.line);
    if (place.ptx_line != 0)
        return fmt::format("line {} of the PTX (compile with -lineinfo to see yours)", place.ptx_line);
    return "";
}

std::string sentence(const Message& message) {
    static const kernelsmith::Sentences sentences(kernelsmith::finding_sentences());
    return sentences.of(message);
}

std::string text_of(const Finding& finding) {
    std::string text;
    const std::string place = text_of(finding.place);
    fmt::format_to(std::back_inserter(text), "{}: {}{}{}{}\n", is_failure(finding) ? "error" : "note",
                   title_of(finding.kind), place.empty() ? "" : " at ", place, function_text(finding.place));
    const auto line = [&](std::string_view label, std::string_view content) {
        if (!content.empty()) fmt::format_to(std::back_inserter(text), "    {:<8}{}\n", label, content);
    };
    line("what", sentence(finding.what));
    line("where", sentence(finding.where));
    line("who", thread_text(finding));
    if (finding.other_place) {
        const std::string other_place = text_of(*finding.other_place);
        const std::string other = sentence(finding.other);
        line("other", other_place.empty() ? other : fmt::format("{}, at {}", other, other_place));
    }
    line("advice", sentence(finding.advice));
    line("more", page_of(finding.kind));
    return text;
}

} // namespace simulator

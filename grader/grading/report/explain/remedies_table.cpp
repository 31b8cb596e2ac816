#include "grading/report/explain/remedies_table.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/model/call_remedies.h"
#include "grading/model/call_totals.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

constexpr std::size_t most_remedies = 6;

std::string place_of(const CallRemedy& remedy, const std::string& source) {
    if (const char* const about = subject_of(remedy); remedy.line == 0) return fmt::format("the {}", about);
    const std::string file = std::filesystem::path(remedy.file).filename().string();
    return file == source ? fmt::format("line {}", remedy.line)
                          : fmt::format("{}:{}", printable(file), remedy.line);
}

} // namespace

std::string render_remedies(const ModelledCall& call, const std::string& source, const std::string& device,
                            const Style& style) {
    std::string text =
        fmt::format("The timed case takes {}, modelled for {}.\n", format_time(call.time.ms), device);
    if (const std::string limit = sentence(limiter_of(call).parts); !limit.empty())
        for (const std::string& line : wrap(limit, style.width)) text += line + '\n';
    std::vector<CallRemedy> remedies = remedies_of(call);
    if (remedies.size() > most_remedies) remedies.resize(most_remedies);
    if (remedies.empty()) return text + "The model has no suggestion that would make it faster.\n";
    text += "Suggestions that would make it faster, each change by itself:\n";
    for (const CallRemedy& remedy : remedies)
        text += fmt::format("  {:<12} {:>8}  {:>6}  {}\n", place_of(remedy, source), format_time(remedy.ms),
                            format_speedup(call.time.ms / remedy.ms), remedy_in_words(remedy.what));
    return text;
}

} // namespace grader

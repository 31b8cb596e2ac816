#include "grading/report/explain/suggestions_table.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/model/call_suggestions.h"
#include "grading/model/call_totals.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

constexpr std::size_t most_suggestions = 6;

std::string place_of(const CallSuggestion& suggestion, const std::string& source) {
    if (const char* const about = subject_of(suggestion); suggestion.line == 0)
        return fmt::format("the {}", about);
    const std::string file = std::filesystem::path(suggestion.file).filename().string();
    return file == source ? fmt::format("line {}", suggestion.line)
                          : fmt::format("{}:{}", printable(file), suggestion.line);
}

} // namespace

std::string render_suggestions(const ModelledCall& call, const std::string& source, const std::string& device,
                               const Style& style) {
    std::string text =
        fmt::format("The timed case takes {}, modelled for {}.\n", format_time(call.time.ms), device);
    if (const std::string limit = sentence(limiter_of(call).parts); !limit.empty())
        for (const std::string& line : wrap(limit, style.width)) text += line + '\n';
    std::vector<CallSuggestion> suggestions = suggestions_of(call);
    if (suggestions.size() > most_suggestions) suggestions.resize(most_suggestions);
    if (suggestions.empty()) return text + "The model has no suggestion that would make it faster.\n";
    text += "Suggestions that would make it faster, each change by itself:\n";
    for (const CallSuggestion& suggestion : suggestions)
        text += fmt::format("  {:<12} {:>8}  {:>6}  {}\n", place_of(suggestion, source),
                            format_time(suggestion.ms), format_speedup(call.time.ms / suggestion.ms),
                            suggestion_in_words(suggestion.what));
    return text;
}

} // namespace grader

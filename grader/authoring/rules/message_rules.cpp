#include "authoring/rules/message_rules.h"

#include <fmt/core.h>

#include "grading/sentences/sentence.h"

namespace grader {
namespace {

/// Returns the kinds of messages that @p pattern, the value of @p key in a manifest, names and no step
/// reports.
Findings unknown_kinds(const Lab& lab, const char* key, const MessagePattern& pattern) {
    Findings findings;
    for (const std::string& kind : pattern.kinds())
        if (!has_sentence(kind))
            findings.push_back({lab.directory / "lab.toml", 0,
                                fmt::format("{} = \"{}\" names {}, which is not a kind of message", key,
                                            pattern.text(), kind)});
    return findings;
}

} // namespace

void check_messages(const Lab& lab, CheckReport& report) {
    Findings findings;
    const auto add = [&](const char* key, const MessagePattern& pattern) {
        for (Finding& finding : unknown_kinds(lab, key, pattern)) findings.push_back(std::move(finding));
    };
    for (const Hint& hint : lab.manifest.hints) add("when", hint.when);
    for (const WrongFile& wrong : lab.manifest.wrong) add("message", wrong.message);
    report.checked(lab.id, findings);
}

} // namespace grader

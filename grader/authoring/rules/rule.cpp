#include "authoring/rules/rule.h"

#include <algorithm>

#include <fmt/core.h>

namespace grader {
namespace {

std::string counted(std::size_t number, const char* noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

} // namespace

void CheckReport::checked(const std::string& lab, const Findings& findings) {
    ++(findings.empty() ? held_ : broken_);
    for (const Finding& finding : findings) sink_(lab, Severity::broken, finding);
}

void CheckReport::not_checked(const std::string& lab, std::size_t rules, const std::string& reason) {
    auto known = std::find_if(unchecked_.begin(), unchecked_.end(),
                              [&](const Unchecked& unchecked) { return unchecked.reason == reason; });
    if (known == unchecked_.end()) known = unchecked_.insert(unchecked_.end(), {reason, 0, {}});
    known->rules += rules;
    known->labs.insert(lab);
}

std::string CheckReport::summary() const {
    std::string text = fmt::format("{} held, {} broken", counted(held_, "rule"), broken_);
    for (const Unchecked& unchecked : unchecked_)
        text += fmt::format(", {} not checked here ({}): {}", unchecked.rules,
                            counted(unchecked.labs.size(), "lab"), unchecked.reason);
    return text;
}

} // namespace grader

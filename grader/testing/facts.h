#pragma once

/// @file
/// Messages in tests: failures print them as JSON, and patterns of a manifest are matchers.

#include <concepts>
#include <exception>
#include <string>
#include <vector>

#include <catch2/catch_tostring.hpp>
#include <catch2/matchers/catch_matchers_templated.hpp>
#include <nlohmann/json.hpp>

#include "course/message_pattern.h"
#include "grading/grade/grade.h"
#include "grading/messages/message.h"
#include "message/message_json.h"

/// Prints a message in the output of a failed check.
template <> struct Catch::StringMaker<kernelsmith::Message> {
    static std::string convert(const kernelsmith::Message& message) { return nlohmann::json(message).dump(); }
};

namespace facts {

/// Returns the first message of @p kind among @p messages and the nested messages; an empty one if there is
/// none.
const grader::Message& first(const std::vector<grader::Message>& messages, grader::MessageKind kind);
/// Returns whether there is a message of @p kind.
inline bool has(const std::vector<grader::Message>& messages, grader::MessageKind kind) {
    return !first(messages, kind).empty();
}

/// Returns the messages of @p step: its message, its details, and the simulator's findings.
std::vector<grader::Message> of(const grader::Step& step);
/// Returns the messages of a step in a JSON report.
std::vector<grader::Message> of(const nlohmann::json& step);
/// Returns the texts from outside the grader, of a compiler or of a program, one per line.
std::string texts_in(const std::vector<grader::Message>& messages);
/// Returns the message of a step in a JSON report.
inline grader::Message message_of(const nlohmann::json& step) {
    return step.at("facts").at("message").get<grader::Message>();
}

/// Matches messages as an entry of a manifest does: `CHECK_THAT(step.message, MatchesPattern("speedup
/// needed=6"))`. Throws std::invalid_argument if a kind in the pattern is unknown.
class MatchesPattern final : public Catch::Matchers::MatcherGenericBase {
public:
    explicit MatchesPattern(const std::string& pattern);
    [[nodiscard]] bool match(const grader::Message& message) const { return match(std::vector{message}); }
    [[nodiscard]] bool match(const std::vector<grader::Message>& messages) const {
        return pattern_.matches(messages);
    }
    /// Matches the message that describes an exception.
    template <class Failure>
    requires std::derived_from<Failure, std::exception>
    [[nodiscard]] bool match(const Failure& failure) const { return match(failure.message); }
    [[nodiscard]] std::string describe() const override { return "fits " + pattern_.text(); }

private:
    grader::MessagePattern pattern_;
};

} // namespace facts

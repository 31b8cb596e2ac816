#pragma once

/// @file
/// Messages in tests: failures print them as JSON, and steps are searched for a kind of message.

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch_tostring.hpp>
#include <nlohmann/json.hpp>

#include "grading/grade/grade.h"
#include "grading/messages/message.h"
#include "message/message_json.h"

/// A message in the output of a failed check.
template <> struct Catch::StringMaker<kernelsmith::Message> {
    static std::string convert(const kernelsmith::Message& message) { return nlohmann::json(message).dump(); }
};

namespace facts {

/// The first message of @p kind among @p messages and the messages inside them; one that says nothing where none is.
const grader::Message& first(const std::vector<grader::Message>& messages, grader::MessageKind kind);
/// Whether there is one.
inline bool has(const std::vector<grader::Message>& messages, grader::MessageKind kind) {
    return !first(messages, kind).empty();
}

/// What @p step says: its message, its details, and what the simulator saw.
std::vector<grader::Message> of(const grader::Step& step);
/// The same of a step in a JSON report.
std::vector<grader::Message> of(const nlohmann::json& step);
/// The message of a step in a JSON report.
inline grader::Message message_of(const nlohmann::json& step) {
    return step.at("facts").at("message").get<grader::Message>();
}
/// The kinds of @p messages, with a blank between two.
std::string kinds_of(const std::vector<grader::Message>& messages);

} // namespace facts

#include "facts.h"

#include <stdexcept>
#include <variant>

#include "grading/sentences/sentence.h"

namespace facts {

using grader::Message;

const Message& first(const std::vector<Message>& messages, grader::MessageKind kind) {
    static const Message nothing;
    for (const Message& message : messages)
        if (const Message* const found = message.find_message(kind)) return *found;
    return nothing;
}

std::vector<Message> of(const grader::Step& step) {
    std::vector<Message> all = {step.message};
    for (const std::vector<Message>* part : {&step.details, &step.observed})
        all.insert(all.end(), part->begin(), part->end());
    return all;
}

std::vector<Message> of(const nlohmann::json& step) {
    std::vector<Message> all = {message_of(step)};
    for (const char* const part : {"details", "observed"})
        for (const nlohmann::json& message : step.at("facts").at(part)) all.push_back(message.get<Message>());
    return all;
}

std::string texts_in(const std::vector<Message>& messages) {
    std::string texts;
    for (const Message& message : messages) {
        if (message.find("text") != nullptr) texts += message.text("text") + '\n';
        for (const kernelsmith::Argument& argument : message.arguments())
            if (const auto* const inner = std::get_if<std::vector<Message>>(&argument.value))
                texts += texts_in(*inner);
    }
    return texts;
}

MatchesPattern::MatchesPattern(const std::string& pattern) : pattern_(pattern) {
    for (const std::string& kind : pattern_.kinds())
        if (!grader::has_sentence(kind)) throw std::invalid_argument("no message is of the kind " + kind);
}

} // namespace facts

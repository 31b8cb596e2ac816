#include "grading/sentences/sentence.h"

#include "finding_messages/sentences.h"
#include "grading/messages/machine_error.h"
#include "grading/runner_client/runner_fault.h"
#include "grading/sentences/tables.h"

namespace grader {

std::span<const kernelsmith::Sentence> common_sentences() {
    using namespace messages;
    static constexpr kernelsmith::Sentence all[] = {
        {text, "{text}"},
        {waits_for, "waits for {step}"},
        {on_case, "on \"{case}\" ({sizes})"},
        {with_sizes, "{what} ({sizes})"},
    };
    return all;
}

namespace {

const kernelsmith::Sentences& all_sentences() {
    static const kernelsmith::Sentences sentences = [] {
        std::vector<std::span<const kernelsmith::Sentence>> tables = {common_sentences(), builds_sentences(),
                                                                      runs_sentences(),   results_sentences(),
                                                                      clean_sentences(),  counts_sentences(),
                                                                      speed_sentences(),  device_sentences()};
        for (const std::span<const kernelsmith::Sentence> table : kernelsmith::finding_sentences())
            tables.push_back(table);
        return kernelsmith::Sentences(tables);
    }();
    return sentences;
}

} // namespace

std::string sentence(const Message& message) { return all_sentences().of(message); }

bool has_sentence(std::string_view kind) { return all_sentences().has(kind); }

std::string text_of(const std::exception& error) {
    if (const auto* const machine = dynamic_cast<const MachineError*>(&error))
        return sentence(machine->message);
    if (const auto* const failure = dynamic_cast<const RunnerFailure*>(&error))
        return sentence(failure->message);
    return error.what();
}

std::vector<std::string> lines_of(const std::vector<Message>& messages) {
    std::vector<std::string> lines;
    for (const Message& message : messages) lines.push_back(sentence(message));
    return lines;
}

} // namespace grader

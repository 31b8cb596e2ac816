#include "classroom/gradebook/feedback.h"

#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "base/files.h"
#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/grade/json.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

/// Collects lines up to a limit, and counts the rest.
class Lines {
public:
    explicit Lines(std::size_t max_bytes) : left_(max_bytes) {}

    void add(std::string_view text) {
        for (const std::string_view line : split_lines(text)) {
            if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
            const std::string shown = left_ > 0 ? printable(line) : std::string();
            if (left_ <= shown.size()) {
                left_ = 0;
                ++dropped_;
                continue;
            }
            left_ -= shown.size() + 1;
            lines_.push_back(shown);
        }
    }

    std::vector<std::string> taken() && {
        if (dropped_ > 0) lines_.push_back(fmt::format("… {} more lines", dropped_));
        return std::move(lines_);
    }

private:
    std::size_t left_;
    std::size_t dropped_ = 0;
    std::vector<std::string> lines_;
};

/// Returns the first step of @p grade that was not measured, and why; empty if there is none.
std::string first_unmeasured(const LabGrade& grade) {
    for (const Step& step : grade.steps)
        if (step.status == Status::not_measured && !step.message.empty())
            return grade.incomplete ? fmt::format("{}: {}", step.name, sentence(step.message))
                                    : sentence(step.message);
    return {};
}

} // namespace

bool is_not_graded(const Mark& mark) { return !mark.grade.is_mark(); }

std::string why_not_graded(const LabGrade& grade) {
    if (const std::string why = first_unmeasured(grade); !why.empty()) return printable(why);
    return grade.replayed.empty() ? "the infrastructure error has no message" : "only one case was run";
}

std::vector<std::string> detail_lines(const Step& step, std::size_t max_bytes) {
    Lines lines(max_bytes);
    // Add it first, so that other lines cannot take its space.
    if (!step.replay.empty()) lines.add(std::string(replay_prefix) + step.replay);
    for (const std::vector<Message>* part : {&step.details, &step.observed})
        for (const std::string& detail : lines_of(*part)) lines.add(detail);
    return std::move(lines).taken();
}

std::string message_of(const Step& step) {
    if (!step.message.empty()) return printable(sentence(step.message));
    switch (step.status) {
        case Status::pass: return "passed";
        case Status::fail: return "failed";
        case Status::too_close: return "too close to call, which counts as passed";
        case Status::waits: return "skipped, because an earlier step failed";
        case Status::not_measured: return "not measured";
    }
    return {};
}

std::vector<std::string> mark_lines(const Mark& mark) {
    const LabGrade& grade = mark.grade;
    std::vector<std::string> lines;
    if (is_not_graded(mark)) {
        lines = {fmt::format("NOT GRADED: {}", why_not_graded(grade)),
                 "This is an infrastructure error, not a mark. The submission must be graded again."};
        if (!grade.incomplete) return lines;
        lines.push_back(fmt::format("The other steps earned {} of {}.", format_points(grade.score),
                                    format_points(grade.max_score)));
    } else {
        lines.push_back(fmt::format("{} of {}, {}", format_points(mark.score), format_points(mark.max_score),
                                    grade.submitted ? verdict_in_words(grade) : "not submitted"));
    }
    if (!mark.note.empty())
        lines.push_back(fmt::format("{} (graded {})", printable(mark.note), format_points(grade.score)));
    if (!mark.attempt.empty()) lines.push_back("attempt " + printable(mark.attempt));
    if (const Step* failed = grade.first_failed(); failed != nullptr)
        lines.push_back(fmt::format("{}: {}", printable(failed->name), message_of(*failed)));
    return lines;
}

double points_of(double value) {
    // The small term keeps 0.3, which a double represents as slightly less, from becoming 0.29.
    return std::floor(value * 100 + 1e-6) / 100;
}

double score_of(const BookStudent& student) {
    double sum = 0;
    for (const Mark& mark : student.marks)
        if (!is_not_graded(mark)) sum += mark.score;
    return points_of(sum);
}

} // namespace grader

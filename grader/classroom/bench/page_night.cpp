#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

#include "base/text.h"
#include "classroom/bench/figures.h"
#include "classroom/bench/page_parts.h"

namespace grader::drain {
namespace {

constexpr double hour_s = 3600;

/// What hand-ins before a deadline come to.
struct Night {
    std::vector<Arrival> arrivals;
    std::vector<Passage> passages;
    double deadline = 0;

    [[nodiscard]] Waiting waiting(double from_hours, double to_hours) const {
        return waiting_of(arrivals, passages, deadline - from_hours * hour_s, deadline - to_hours * hour_s);
    }
    [[nodiscard]] Backlog backlog() const { return backlog_of(arrivals, passages, deadline); }
    [[nodiscard]] std::string last() const {
        return spoken_time(std::max(0.0, last_grade(passages) - deadline));
    }
};

Night night_of(const PageParts& parts, const Question& question, const Hands& hands, bool sieve = true) {
    Draws draws(question.seed);
    Night night;
    night.arrivals = with_times(before_deadline(parts.lottery, question.size, question.law, draws), sieve);
    night.passages = pass(night.arrivals, hands);
    night.deadline = question.law.begin_s;
    return night;
}

/// "3 h", "0.25 h".
std::string hours(double seconds) { return fmt::format("{:g} h", seconds / hour_s); }

/// The columns of a whole night: the middle wait, what 95 % wait at most, the longest, open ones, the last grade.
std::string columns_of(const Night& night) {
    const Waiting waiting = night.waiting(night.deadline / hour_s, 0);
    const Backlog backlog = night.backlog();
    return fmt::format(" {} | {} | {} | {} | {} |", spoken_time(waiting.median), spoken_time(waiting.most),
                       spoken_time(waiting.longest), backlog.to_check + backlog.to_time, night.last());
}

std::string told_of_law(const Question& question, std::size_t hand_ins) {
    constexpr std::array ordinals = {"second", "third", "fourth", "fifth"};
    std::string attempts =
        question.size.again.empty() ? "There is one attempt for each" : "Of all first attempts";
    for (std::size_t i = 0; i < question.size.again.size(); ++i)
        attempts += fmt::format(", {}{} by a {}", percent(question.size.again[i]),
                                i == 0 ? " are followed" : "", ordinals.at(i));
    const std::string half = hours(question.law.half_s);
    return fmt::format(
        "\n## The night before a deadline\n\n"
        "All {} labs are due at one moment. {}: {} hand-ins, and all are graded.\n"
        "Half of them come in the last {}, half of the rest in the {} before, and so on; none comes earlier "
        "than {} "
        "before\nthe deadline. Each is drawn by itself. Waiting is from the hand-in to its grade.\n\n",
        question.size.labs, attempts, hand_ins, half, half, hours(question.law.begin_s));
}

std::string table_by_hours(const Night& night) {
    std::string text =
        "| hours before the deadline | hand-ins | wait, middle | 95 % wait at most | longest |\n"
        "|---|---:|---:|---:|---:|\n";
    double from = night.deadline / hour_s;
    for (const double to : {12.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0}) {
        if (to >= from) continue;
        const Waiting waiting = night.waiting(from, to);
        if (waiting.hand_ins > 0)
            text += fmt::format("| {:g} to {:g} | {} | {} | {} | {} |\n", from, to, waiting.hand_ins,
                                spoken_time(waiting.median), spoken_time(waiting.most),
                                spoken_time(waiting.longest));
        from = to;
    }
    return text;
}

std::string told_of_backlog(const Night& night, const char* how) {
    const Backlog backlog = night.backlog();
    return fmt::format("At the deadline, hand-ins without a grade{}: {} to be checked, {} to be timed. The "
                       "last grade is there "
                       "{} later.\n",
                       how, backlog.to_check, backlog.to_time, night.last());
}

/// The same night where students come later still.
std::string told_of_haste(const PageParts& parts, const Hands& hands) {
    std::string text = "\nThe same where half of all come later still:\n\n"
                       "| half come in the last | wait, middle | 95 % wait at most | longest | open at the "
                       "deadline | last grade |\n"
                       "|---:|---:|---:|---:|---:|---:|\n";
    Question hasty = parts.question;
    for (const double share : {1.0, 1.0 / 3, 1.0 / 12}) {
        hasty.law.half_s = share * parts.question.law.half_s;
        text += fmt::format("| {} |{}\n", hours(hasty.law.half_s), columns_of(night_of(parts, hasty, hands)));
    }
    return text;
}

/// The number of the lab whose hand-ins take most of a GPU, of those that are due.
std::size_t slowest_lab(const PageParts& parts) {
    const std::vector<std::string>& labs = parts.lottery.labs();
    const std::size_t due = std::min(labs.size(), parts.question.size.labs);
    std::size_t slowest = 0;
    double most = -1;
    for (std::size_t lab = 0; lab < due; ++lab) {
        double seconds = 0;
        double hand_ins = 0;
        for (const MeasuredHandIn& one : parts.measured.hand_ins) {
            if (one.lab != labs[lab]) continue;
            seconds += one.times.timing.value_or(Timing{}).seconds;
            hand_ins += 1;
        }
        if (seconds / hand_ins <= most) continue;
        most = seconds / hand_ins;
        slowest = lab;
    }
    return slowest;
}

} // namespace

std::string told_of_night(const PageParts& parts) {
    const Hands hands = hands_of(parts.question.cores, parts.question.gpus);
    const Night night = night_of(parts, parts.question, hands);
    std::string text = told_of_law(parts.question, night.arrivals.size()) + table_by_hours(night) + '\n' +
                       told_of_backlog(night, "");
    if (parts.measured.knows_without_sieve())
        text += told_of_backlog(night_of(parts, parts.question, hands, false), " if there were no sieve");
    return text + told_of_haste(parts, hands);
}

std::string told_of_orders(const PageParts& parts) {
    const Question& question = parts.question;
    Question one_lab = question;
    one_lab.size.only_lab = slowest_lab(parts);
    const std::size_t cores_a_gpu = question.cores / question.gpus;
    std::string text =
        fmt::format("\n## What to order\n\n"
                    "The same class on smaller machines, with {} cores a GPU. *All at once* is until the "
                    "last grade. *All due* is the night "
                    "above;\n*one due* is a night in which lab {} alone is due, which takes most of a GPU. "
                    "*95 %* wait at most so long for a\n"
                    "grade; *open* have none at the deadline; *last* is how long after the deadline the last "
                    "grade is there.\n\n"
                    "| GPUs | cores | checked at once | all at once | all due: middle | 95 % | longest | "
                    "open | last | one due: middle | 95 % "
                    "| longest | open | last |\n"
                    "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
                    cores_a_gpu, printable(parts.lottery.labs()[*one_lab.size.only_lab]));
    const std::vector<Arrival> at_once = with_times(parts.at_once(question.seed));
    for (std::size_t gpus = 1;; gpus = std::min(2 * gpus, question.gpus)) {
        const Hands hands = hands_of(cores_a_gpu * gpus, gpus);
        text += fmt::format("| {} | {} | {} | {} |", gpus, cores_a_gpu * gpus, hands.checkers,
                            spoken_time(last_grade(pass(at_once, hands))));
        for (const Question& asked : {question, one_lab}) text += columns_of(night_of(parts, asked, hands));
        text += '\n';
        if (gpus == question.gpus) return text;
    }
}

} // namespace grader::drain

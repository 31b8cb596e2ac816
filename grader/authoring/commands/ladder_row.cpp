#include "authoring/commands/ladder_row.h"

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/sentences/sentence.h"

namespace grader {

std::string shape_of(const LabGrade& grade) {
    const std::vector<Launch>& launches = grade.speedup ? grade.launches : grade.counted;
    if (launches.empty()) return fmt::format(" {:>6} {:>5} {:>5}", "", "", "");
    const Launch& main = *main_launch(launches, grade.counted);
    return fmt::format(" {:>6} {:>5} {:>5}", main.block[0] * main.block[1] * main.block[2], main.registers,
                       format_share(main.occupancy));
}

std::string counts_of(const Lab& lab, const LabGrade& grade) {
    if (!lab.manifest.has_step("technique")) return {};
    if (grade.counters.empty()) return fmt::format(" {:>7} {:>6}", "", "");
    return fmt::format(" {:>7.1f} {:>6.1f}", grade.counters.at("sectors_per_128_bytes"),
                       grade.counters.at("active_lanes"));
}

std::string counts_header(const Lab& lab) {
    return fmt::format(" {:>6} {:>5} {:>5}{}", "block", "regs", "occ",
                       lab.manifest.has_step("technique") ? fmt::format(" {:>7} {:>6}", "sectors", "lanes")
                                                          : "");
}

std::string outcome_in_words(const LabGrade& grade, const Expectation& expectation) {
    const std::string outcome = outcome_of(grade);
    const std::string expected = expected_outcome(grade, expectation);
    if (outcome == expected && grade.incomplete && grade.first_failed() == nullptr) return "pass so far";
    return outcome == expected ? outcome : outcome + ", expected " + expected;
}

std::string failure_reason(const LabGrade& grade) {
    const Step* failed = grade.first_failed();
    return failed == nullptr ? "" : ": " + printable(sentence(failed->message));
}

} // namespace grader

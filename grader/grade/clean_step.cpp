#include "grade/clean_step.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "files.h"
#include "inspect/watch.h"
#include "kernelsmith/random.h"
#include "run/kernel_name.h"
#include "verify/case_run.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Keeps the inputs of this step apart from those of the correctness cases.
constexpr std::uint64_t clean_inputs = 0x636c65616e;

/// "student.cu:31", or empty where the place is not known.
std::string place_of(const std::string& file, std::size_t line) {
    if (file.empty()) return {};
    const std::string name = fs::path(file).filename().string();
    return line == 0 ? name : fmt::format("{}:{}", name, line);
}

std::string in_words(std::string kind) {
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind;
}

/// The line of @p source that @p finding is about, as a detail; empty where it is about another file.
std::string quoted_line(const SeenFinding& finding, const fs::path& source) {
    if (fs::path(finding.file).filename() != source.filename() || finding.line == 0) return {};
    const std::string text = read_text(source);
    const std::vector<std::string_view> lines = split_lines(text);
    if (finding.line > lines.size()) return {};
    std::string_view line = lines[finding.line - 1];
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return fmt::format("  {} | {}", finding.line, line);
}

void describe(Step& step, const SeenFinding& finding, const fs::path& source) {
    std::string head = place_of(finding.file, finding.line);
    if (!head.empty()) head += ": ";
    head += in_words(finding.kind) + ": " + finding.what;
    std::vector<std::string> more;
    if (!finding.kernel.empty()) more.push_back("kernel " + kernel_name(finding.kernel));
    if (finding.count > 1) more.push_back(fmt::format("{} times", finding.count));
    if (!more.empty()) head += fmt::format(" ({})", fmt::join(more, ", "));
    step.details.push_back(head);
    if (const std::string line = quoted_line(finding, source); !line.empty()) step.details.push_back(line);
    if (!finding.where.empty()) step.details.push_back("  " + finding.where);
    if (!finding.other.empty())
        step.details.push_back(
            fmt::format("  {} {}", place_of(finding.other_file, finding.other_line), finding.other));
    if (!finding.advice.empty()) step.details.push_back("  " + finding.advice);
}

void judge(Step& step, const Watched& watched, const std::string& at, const fs::path& source) {
    std::vector<SeenFinding> findings;
    if (watched.seen) findings = watched.seen->findings;
    const auto failures = std::count_if(findings.begin(), findings.end(),
                                        [](const SeenFinding& finding) { return finding.failure; });
    // What is only worth knowing comes last, so that it never hides a failure.
    std::stable_partition(findings.begin(), findings.end(),
                          [](const SeenFinding& finding) { return finding.failure; });
    for (const SeenFinding& finding : findings) describe(step, finding, source);
    if (failures > 0) {
        const SeenFinding& first = findings.front();
        const std::string place = place_of(first.file, first.line);
        step.status = Status::fail;
        step.message =
            fmt::format("{}{} on {}", in_words(first.kind), place.empty() ? "" : " in " + place, at);
    } else if (!watched.seen || !watched.fault.empty()) {
        step.status = Status::fail;
        step.message = fmt::format("the check did not run to its end on {}", at);
        step.details.push_back(watched.fault.empty() ? "it left no report" : watched.fault);
    }
}

} // namespace

Step check_clean(const Backend& backend, const Lab& lab, const fs::path& object,
                 const GradeRequest& request) {
    Step step{"clean", Status::pass, "", {}, 0, lab.manifest.worth("clean")};
    for (std::size_t i = 0; i < lab.manifest.clean.size(); ++i) {
        const Case& one = lab.manifest.clean[i];
        const std::uint64_t seed = kernelsmith::random_bits(request.seed ^ clean_inputs, i);
        const kernelsmith::Sizes sizes = one.draw(seed);
        const Watched watched = watch(backend, lab, object, sizes, seed, Watch::mistakes);
        judge(step, watched, fmt::format("\"{}\" ({})", one.name, describe(sizes)), request.source);
        if (step.status == Status::fail) return step;
    }
    const std::size_t checked = lab.manifest.clean.size();
    step.message =
        fmt::format("nothing to object to, checked at {} size{}", checked, checked == 1 ? "" : "s");
    step.points = step.max_points;
    return step;
}

} // namespace grader

#include "authoring/rules/reference_rules.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "authoring/rules/markdown.h"
#include "base/files.h"
#include "base/text.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Tag of tests that check the problem's own reference rather than a student's file.
constexpr const char* reference_tag = "reference";

fs::path manifest_file(const Lab& lab) { return lab.directory / "lab.toml"; }

Findings slides_are_there(const Lab& lab) {
    const std::string deck = read_text(lab.slides);
    const std::set<std::string> anchors = anchors_in(deck);
    const std::set<std::string> released_anchors = anchors_in(released_pages(deck));
    Findings findings;
    const auto look = [&](const std::string& who, const std::string& anchor) {
        if (released_anchors.contains(anchor)) return;
        const std::string why =
            anchors.contains(anchor)
                ? fmt::format("slides/{}.md has it on a page about the solution, which is not handed out",
                              lab.id)
                : fmt::format("slides/{}.md has no <a id=\"{}\">", lab.id, anchor);
        findings.push_back(
            {manifest_file(lab), 0, fmt::format("{} refers to a slide \"{}\"; {}", who, anchor, why)});
    };
    const std::regex reference(R"(\[slides#([^\]]*)\])");
    for (const Hint& hint : lab.manifest.hints)
        for (std::sregex_iterator match(hint.text.begin(), hint.text.end(), reference), end; match != end;
             ++match)
            look("a hint for " + hint.step, (*match)[1]);
    for (const Gate& gate : lab.manifest.gates) look("the gate " + gate.counter, gate.slide);
    if (!lab.manifest.speed.slide.empty()) look("speed", lab.manifest.speed.slide);
    return findings;
}

/// Returns the fault of @p target as a link in @p file; empty if it refers to something in the course.
std::string fault_of(const Course& course, const fs::path& file, const std::string& target) {
    const std::size_t hash = target.find('#');
    const fs::path to = (file.parent_path() / target.substr(0, hash)).lexically_normal();
    if (*to.lexically_relative(course.root().lexically_normal()).begin() == "..")
        return "leads out of the course";
    if (!fs::exists(to)) return "is a dead link; correct it or add the missing file";
    // Only slides declare their anchors; those of other texts are generated from headings by the renderer.
    const bool slide = to.parent_path().filename() == "slides" && to.extension() == ".md";
    if (hash == std::string::npos || !slide || anchors_in(read_text(to)).contains(target.substr(hash + 1)))
        return {};
    return fmt::format("refers to a slide that does not exist; the file has no <a id=\"{}\">",
                       target.substr(hash + 1));
}

Findings links_lead_to_files(const Course& course, const std::vector<fs::path>& files) {
    const std::regex elsewhere("^(#|//|[a-z][a-z0-9+.-]*:).*", std::regex::icase);
    Findings findings;
    for (const fs::path& file : files)
        for (const Link& link : links_in(read_text(file))) {
            if (std::regex_match(link.target, elsewhere)) continue;
            if (const std::string fault = fault_of(course, file, link.target); !fault.empty())
                findings.push_back({file, link.line, fmt::format("the link {} {}", link.target, fault)});
        }
    return findings;
}

/// Checks that each forbidden name is documented, so that no student learns of a rule by breaking it.
Findings forbidden_names_have_messages(const Lab& lab) {
    const auto in_small_letters = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text;
    };
    const fs::path file = lab.directory / "README.md";
    const std::string text = in_small_letters(read_text(file));
    Findings findings;
    for (const std::string& library : lab.manifest.forbid.libraries)
        if (!std::regex_search(text, std::regex("\\b" + library + "\\b")))
            findings.push_back({file, 0, fmt::format("does not name {}, which lab.toml forbids", library)});
    return findings;
}

Findings each_step_has_a_hint(const Lab& lab) {
    Findings findings;
    for (const std::string& step : step_names) {
        if (step == "builds" || !lab.manifest.has_step(step)) continue; // the compiler's message is the hint
        const bool has = std::any_of(lab.manifest.hints.begin(), lab.manifest.hints.end(),
                                     [&](const Hint& hint) { return hint.step == step; });
        if (!has)
            findings.push_back(
                {manifest_file(lab), 0,
                 fmt::format("the step {0} has no hint: add a [[hint]] with step = \"{0}\"", step)});
    }
    return findings;
}

/// A tag of a TEST_CASE.
struct Tag {
    std::size_t line = 0;
    std::string name;
};

std::vector<Tag> tags_in(const std::string& source) {
    // A name and its tags may be on two lines, and a name may contain quotes.
    static const std::regex test_case(R"re(TEST_CASE\(\s*"(?:[^"\\]|\\.)*",\s*"([^"]*)")re");
    static const std::regex tag(R"(\[([^\]]*)\])");
    std::vector<Tag> tags;
    for (std::sregex_iterator match(source.begin(), source.end(), test_case), end; match != end; ++match) {
        const auto start = source.begin() + match->position();
        const auto line = static_cast<std::size_t>(std::count(source.begin(), start, '\n')) + 1;
        const std::string list = (*match)[1];
        for (std::sregex_iterator name(list.begin(), list.end(), tag); name != end; ++name)
            tags.push_back({line, (*name)[1]});
    }
    return tags;
}

Findings each_task_has_a_test(const Lab& lab) {
    const fs::path file = lab.directory / "tests.cpp";
    const std::vector<Tag> tags = tags_in(read_text(file));
    std::set<std::string> tasks;
    Findings findings;
    for (const Task& task : lab.manifest.tasks) {
        tasks.insert(task.id);
        if (std::none_of(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == task.id; }))
            findings.push_back(
                {file, 0,
                 fmt::format("no TEST_CASE has the tag [{}]; write one that fails until the task is done",
                             task.id)});
    }
    for (const Tag& tag : tags)
        if (!tasks.contains(tag.name) && tag.name != lab.id && tag.name != reference_tag)
            findings.push_back(
                {file, tag.line,
                 fmt::format("the tag [{}] is not a task of lab.toml; expected one of [{}], or [{}] and "
                             "[{}]",
                             tag.name, fmt::join(tasks, "], ["), lab.id, reference_tag)});
    return findings;
}

Findings each_task_has_a_mistake(const Lab& lab) {
    Findings findings;
    for (const Task& task : lab.manifest.tasks)
        if (std::none_of(lab.manifest.wrong.begin(), lab.manifest.wrong.end(),
                         [&](const WrongFile& wrong) { return wrong.task == task.id; }))
            findings.push_back({manifest_file(lab), 0,
                                fmt::format("no [[wrong]] has the task {}; without a typical mistake it is "
                                            "not shown that its tests can fail",
                                            task.id)});
    for (const WrongFile& wrong : lab.manifest.wrong)
        if (wrong.expect.pass() && wrong.skipped_task().empty())
            findings.push_back(
                {manifest_file(lab), 0,
                 fmt::format("wrong/{} is expected to pass; a mistake must fail at some step", wrong.file)});
    return findings;
}

/// Checks that one file per task skips its technique with correct results, which shows that the grader
/// detects that.
Findings each_task_is_skipped_once(const Lab& lab) {
    Findings findings;
    const std::vector<WrongFile>& all = lab.manifest.wrong;
    for (const Task& task : lab.manifest.tasks)
        if (std::none_of(all.begin(), all.end(),
                         [&](const WrongFile& wrong) { return wrong.skipped_task() == task.id; }))
            findings.push_back(
                {manifest_file(lab), 0,
                 fmt::format("skips_{}.patch is missing; without a file that skips the technique of the task "
                             "it is not shown that the technique is graded",
                             task.id)});
    for (const WrongFile& wrong : all) {
        if (wrong.skipped_task().empty()) continue;
        if (lab.manifest.task(wrong.skipped_task()) == nullptr)
            findings.push_back(
                {manifest_file(lab), 0,
                 fmt::format("wrong/{} skips {}, which is not a task", wrong.file, wrong.skipped_task())});
        if (!wrong.expect.is_timed())
            findings.push_back({manifest_file(lab), 0,
                                fmt::format("wrong/{} is expected to be {}; a program that only skips a "
                                            "technique is correct and clean",
                                            wrong.file, wrong.expect.text())});
    }
    return findings;
}

} // namespace

void check_references(const Course& course, const Lab& lab, CheckReport& report) {
    report.checked(lab.id, slides_are_there(lab));
    report.checked(lab.id, links_lead_to_files(course, {lab.directory / "README.md",
                                                        lab.solutions / "NOTES.md", lab.slides}));
    report.checked(lab.id, forbidden_names_have_messages(lab));
    report.checked(lab.id, each_step_has_a_hint(lab));
    report.checked(lab.id, each_task_has_a_test(lab));
    report.checked(lab.id, each_task_has_a_mistake(lab));
    if (lab.manifest.has_timed_cases()) report.checked(lab.id, each_task_is_skipped_once(lab));
}

void check_references(const Course& course, CheckReport& report) {
    report.checked("", links_lead_to_files(course, {course.root() / "README.md"}));
}

} // namespace grader

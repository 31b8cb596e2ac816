#include "hostile/harness/hostile_case.h"

#include <stdexcept>

#include "course/strict_table.h"
#include "testing/facts.h"

namespace hostile {
namespace {

using grader::Sign;
using grader::StrictTable;
using grader::TomlErrors;

/// Returns the value of the name in @p names; throws for any other name.
template <typename Value>
Value one_of(StrictTable& table, const char* key, const std::map<std::string, Value>& names) {
    const std::string text = table.text(key);
    if (const auto found = names.find(text); found != names.end()) return found->second;
    std::string all;
    for (const auto& [name, value] : names) all += (all.empty() ? "" : ", ") + name;
    table.report_error(key, "expected one of " + all);
    return names.begin()->second;
}

void read_text(StrictTable& table, const char* key, std::string& text) {
    if (table.has(key)) text = table.text_or_empty(key);
}

StagedFile read_entry(StrictTable& table) {
    StagedFile entry;
    entry.kind = one_of<StagedFile::Kind>(table, "kind",
                                          {{"file", StagedFile::Kind::file},
                                           {"link", StagedFile::Kind::link},
                                           {"hard_link", StagedFile::Kind::hard_link},
                                           {"fifo", StagedFile::Kind::fifo},
                                           {"socket", StagedFile::Kind::socket},
                                           {"sparse", StagedFile::Kind::sparse},
                                           {"folder", StagedFile::Kind::folder},
                                           {"many_files", StagedFile::Kind::many_files}});
    entry.path = table.text("path");
    entry.text = table.text_or_empty("text");
    entry.target = table.text_or_empty("target");
    if (table.has("times")) entry.times = table.integer("times", Sign::positive);
    if (table.has("bytes")) entry.bytes = table.integer("bytes", Sign::not_negative);
    if (table.has("count")) entry.count = table.integer("count", Sign::positive);
    if (table.has("mode")) entry.mode = std::stoi(table.text("mode"), nullptr, 8);
    table.report_unknown_keys();
    return entry;
}

/// Throws for a pattern with an unknown kind, because no step could match it.
std::vector<grader::MessagePattern> read_patterns(StrictTable& table) {
    std::vector<grader::MessagePattern> patterns;
    for (const std::string& text : table.texts("messages")) {
        try {
            (void)facts::MatchesPattern(text); // throws for a malformed pattern and for an unknown kind
            patterns.emplace_back(text);
        } catch (const std::invalid_argument& problem) {
            table.report_error("messages", problem.what());
        }
    }
    return patterns;
}

/// Applies the keys of @p table to @p expectation. The caller reads the tables for single backends.
void read_expectation(StrictTable& table, Expectation& expectation) {
    if (table.has("status")) expectation.status = static_cast<int>(table.integer("status", Sign::any));
    read_text(table, "verdict", expectation.verdict);
    read_text(table, "step", expectation.step);
    read_text(table, "step_status", expectation.step_status);
    if (table.has("messages")) expectation.messages = read_patterns(table);
    if (table.has("says")) expectation.says = table.texts("says");
    if (table.has("says_not")) expectation.says_not = table.texts("says_not");
    if (table.has("tells")) expectation.tells = table.texts("tells");
    if (table.has("reports")) expectation.reports = table.texts("reports");
    expectation.report = table.optional_flag("report").value_or(expectation.report);
    if (table.has("most_points")) expectation.most_points = table.number("most_points", Sign::not_negative);
    if (table.has("submissions")) expectation.submissions = table.integer("submissions", Sign::positive);
}

void read_expectations(StrictTable& table, HostileCase& result) {
    Expectation common;
    common.submissions = result.has_neighbour() ? 2 : 1;
    read_expectation(table, common);
    for (const std::string& backend : backends_of(result.course)) {
        Expectation expectation = common;
        if (std::optional<StrictTable> own = table.optional_table(backend)) {
            read_expectation(*own, expectation);
            own->report_unknown_keys();
        }
        if (expectation.report && expectation.verdict == "fail" && expectation.step.empty())
            table.report_error("step", "a submission that fails has a step that fails");
        result.expect[backend] = expectation;
    }
    table.report_unknown_keys();
}

void read_all(StrictTable& table, HostileCase& result) {
    result.title = table.text("title");
    result.level =
        one_of<Level>(table, "level",
                      {{"process", Level::process}, {"sandbox", Level::sandbox}, {"keeper", Level::keeper}});
    result.course = one_of<CourseKind>(table, "course",
                                       {{"host", CourseKind::host},
                                        {"cuda", CourseKind::cuda},
                                        {"labs", CourseKind::labs}});
    read_text(table, "lab", result.lab);
    read_text(table, "student", result.student);
    result.shown_as = unescaped(result.student);
    read_text(table, "shown_as", result.shown_as);
    result.only_on = table.texts("only_on");
    result.with = table.texts("with");
    result.untouched = table.texts("untouched");
    if (table.has("seconds")) result.seconds = table.number("seconds", Sign::positive);
    (void)table.optional_flag("slow"); // read by CMake, which labels such a test `long`
    result.pid_namespace = table.optional_flag("pid_namespace").value_or(false);
    result.kill_after_s = table.optional_number("kill_after_s", Sign::positive);
    for (StrictTable& entry : table.tables("make")) result.entries.push_back(read_entry(entry));
    if (std::optional<StrictTable> expect = table.table("expect")) read_expectations(*expect, result);
    table.report_unknown_keys();
}

} // namespace

std::vector<std::string> backends_of(CourseKind course) {
    if (course == CourseKind::host) return {"host"};
    return {"sim", "gpu"};
}

std::string unescaped(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%' || i + 2 >= text.size()) {
            result += text[i];
            continue;
        }
        result += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
        i += 2;
    }
    return result;
}

HostileCase read_case(const std::filesystem::path& folder) {
    HostileCase result;
    result.folder = folder;
    result.name = folder.parent_path().filename().string() + "." + folder.filename().string();
    TomlErrors complaints((folder / "case.toml").string());
    grader::read_strictly(folder / "case.toml", complaints,
                          [&](StrictTable& table) { read_all(table, result); });
    if (!complaints.empty()) throw std::runtime_error(complaints.text());
    return result;
}

} // namespace hostile

// Runs a program of tests/programs under `simulate` and compares the report with the expectations in its
// source.
//
//     program_check SIMULATE PROGRAM SOURCE REPORT silent|findings [OPTION OF SIMULATE]...
//
// silent: exit status 0, no failure, and the notes that the source expects. findings: every expected finding,
// and no other. Exit status: 0 as expected, 1 not.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace {

using Line = std::pair<std::string, unsigned>; // kind, source line; 0: an error of the host

// Expectations in the comments of a source.
struct Expected {
    std::set<Line> findings;
    std::set<Line> others; // may be reported instead, or in addition
    std::set<Line> notes;
};

// Kinds that are errors of the host, unless the comment says otherwise: they have no kernel instruction.
// Other kinds occur in both the host and kernels.
bool belongs_to_host(const std::string& kind) {
    return kind == "leak" || kind == "double_free" || kind == "invalid_free" || kind == "host_access" ||
           kind == "host_race" || kind == "unchecked_launch" || kind == "failed_call";
}

Expected expected_of(const std::filesystem::path& source) {
    static const std::regex mark(
        R"(// (finding|other|note)( at exit| of the host| in a kernel)?: (\w+)\s*$)");
    Expected expected;
    std::ifstream file(source);
    std::string text;
    for (unsigned line = 1; std::getline(file, text); ++line) {
        std::smatch match;
        if (!std::regex_search(text, match, mark)) continue;
        const std::string kind = match[3];
        const bool of_host =
            match[2] == " of the host" || (belongs_to_host(kind) && match[2] != " in a kernel");
        std::set<Line>& where = match[1] == "finding" ? expected.findings
                                : match[1] == "other" ? expected.others
                                                      : expected.notes;
        where.insert({kind, of_host ? 0 : line});
    }
    return expected;
}

struct Reported {
    std::set<Line> failures;
    std::set<Line> notes;
};

Reported reported_in(const std::filesystem::path& report, const std::filesystem::path& source) {
    std::ifstream file(report);
    const nlohmann::json document = nlohmann::json::parse(file);
    Reported reported;
    for (const nlohmann::json& finding : document.at("findings")) {
        const std::string kind = finding.at("kind");
        const std::string in_file = finding.value("file", "");
        const bool here = std::filesystem::path(in_file).filename() == source.filename();
        const bool of_host = finding.value("kernel", "").empty();
        const unsigned line = of_host ? 0 : here ? finding.value("line", 0U) : ~0U;
        (finding.at("failure").get<bool>() ? reported.failures : reported.notes).insert({kind, line});
    }
    return reported;
}

std::string described(const Line& line) {
    return line.second == 0 ? line.first : fmt::format("{} at line {}", line.first, line.second);
}

// A finding is found if it is reported at its line, or if an alternative of its kind is.
bool is_reported(const Line& finding, const Expected& expected, const std::set<Line>& reported) {
    if (reported.contains(finding)) return true;
    for (const Line& other : expected.others)
        if (other.first == finding.first && reported.contains(other)) return true;
    return false;
}

std::vector<std::string> complaints_about(const Expected& expected, const Reported& reported) {
    std::vector<std::string> complaints;
    for (const Line& finding : expected.findings)
        if (!is_reported(finding, expected, reported.failures))
            complaints.push_back(fmt::format("not found: {}", described(finding)));
    for (const Line& failure : reported.failures)
        if (!expected.findings.contains(failure) && !expected.others.contains(failure))
            complaints.push_back(fmt::format("found where nothing is wrong: {}", described(failure)));
    for (const Line& note : expected.notes)
        if (!reported.notes.contains(note))
            complaints.push_back(fmt::format("not mentioned: {}", described(note)));
    return complaints;
}

std::string quoted(const std::string& text) { return fmt::format("'{}'", text); }

} // namespace

int main(int argc, char** argv) {
    if (argc < 6) {
        std::cerr << "program_check SIMULATE PROGRAM SOURCE REPORT silent|findings [OPTION]...\n";
        return 2;
    }
    const std::filesystem::path source = argv[3];
    const std::filesystem::path report = argv[4];
    const bool silent = std::string(argv[5]) == "silent";
    std::string command = fmt::format("{} --report {}", quoted(argv[1]), quoted(report));
    for (int n = 6; n < argc; ++n) command += fmt::format(" {}", quoted(argv[n]));
    command += fmt::format(" {}", quoted(argv[2]));

    std::filesystem::remove(report);
    const int status = std::system(command.c_str());
    if (!std::filesystem::exists(report)) {
        std::cerr << "there is no report: the program did not run to its end\n";
        return 1;
    }
    const Expected expected = expected_of(source);
    std::vector<std::string> complaints = complaints_about(expected, reported_in(report, source));
    if (!silent && expected.findings.empty()) complaints.emplace_back("the source expects no finding");
    if (silent && !expected.findings.empty()) complaints.emplace_back("the source expects a finding");
    const bool clean_exit = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (silent && !clean_exit) complaints.emplace_back("the program did not end with exit status 0");
    for (const std::string& complaint : complaints) std::cerr << complaint << '\n';
    return complaints.empty() ? 0 : 1;
}

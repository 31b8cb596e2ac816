#include "authoring/rules/build_rules.h"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include "authoring/rules/mistakes.h"
#include "authoring/rules/skeleton_rules.h"
#include "base/text.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// A compiler call, and the file to fix if it fails.
struct CompilerCall {
    CompileJob job;
    fs::path file;
};

/// Returns the calls for everything that must compile.
std::vector<CompilerCall> builds_of(const Backend& backend, const Lab& lab, bool released) {
    std::vector<CompilerCall> builds;
    const auto add = [&](const fs::path& source) {
        if (fs::is_regular_file(source)) builds.push_back({backend.compile_job(source, lab, {}), source});
    };
    if (lab.manifest.has_timed_cases()) add(lab.baseline());
    add(lab.solutions / "student.cu");
    if (released || !worked_on(lab)) add(lab.student());
    for (const Rung& rung : lab.manifest.rungs) add(lab.solutions / "ladder" / rung.file);
    for (const Alternative& one : lab.manifest.alternatives) add(lab.solutions / "alternatives" / one.file);
    for (const WrongFile& wrong : lab.manifest.wrong) {
        const std::optional<fs::path> source = source_of(backend, lab, wrong);
        if (source && wrong.expect.failing_step != "builds")
            builds.push_back({backend.compile_job(*source, lab, {}), lab.solutions / "wrong" / wrong.file});
    }
    for (const Peer& peer : lab.manifest.peers) {
        const fs::path source = lab.solutions / "peers" / peer.file;
        if (fs::is_regular_file(source))
            builds.push_back({as_peer(backend.compile_job(source, lab, {}), peer.libraries), source});
    }
    return builds;
}

/// Returns the first line of a compiler's @p log that names an error.
std::string first_error_line(const std::string& log) {
    const std::vector<std::string_view> lines = split_lines(log);
    for (const std::string_view sign : {"error", "warning"})
        for (const std::string_view line : lines)
            if (line.find(sign) != std::string_view::npos) return std::string(line);
    return lines.empty() ? "the compiler printed nothing" : std::string(lines.front());
}

} // namespace

void check_builds(const Backend& backend, const Lab& lab, unsigned jobs, bool released, CheckReport& report) {
    const std::vector<CompilerCall> builds = builds_of(backend, lab, released);
    std::vector<CompileJob> calls;
    for (const CompilerCall& build : builds) calls.push_back(build.job);
    const std::vector<CompileResult> results = compile_all(calls, jobs);
    Findings findings;
    for (std::size_t i = 0; i < builds.size(); ++i) {
        const CompileResult& result = results[i];
        if (result.timed_out)
            findings.push_back({builds[i].file, 0, "the compiler did not finish in time"});
        else if (!result.ok)
            findings.push_back({builds[i].file, 0, "does not compile: " + first_error_line(result.log)});
        else if (!result.log.empty())
            findings.push_back({builds[i].file, 0,
                                "compiles with a warning; fix its cause: " + first_error_line(result.log)});
    }
    report.checked(lab.id, findings);
}

} // namespace grader

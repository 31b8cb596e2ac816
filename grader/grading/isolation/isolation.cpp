#include "grading/isolation/isolation.h"

#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/core.h>

#include "base/errors.h"
#include "grading/isolation/sandbox_specs.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Properties that confine printed when it probed the sandbox from inside, by name.
using ProbeResults = std::map<std::string, std::string>;

/// Runs confine itself in a sandbox, where it reports the properties. Throws EnvironmentError if the sandbox
/// cannot be built.
ProbeResults probe_sandbox(const fs::path& confine, bool own_user) {
    constexpr double seconds = 20;
    ProcessSpec spec;
    spec.argv = {confine.string(), "--probe"};
    spec.sandboxed = SandboxedCommand{confine, system_sandbox({confine})};
    spec.sandboxed->sandbox.own_user = own_user;
    const ProcessResult finished = run_process(spec, seconds);
    if (finished.end.exit_code != 0) throw EnvironmentError("cannot start the sandbox: " + finished.output);
    ProbeResults results;
    std::istringstream lines(finished.output);
    for (std::string name, value; lines >> name >> value;) results[name] = value;
    return results;
}

Isolation sandbox_at(const fs::path& confine) {
    std::error_code ignored;
    if (!fs::exists(confine, ignored))
        throw EnvironmentError(fmt::format("{} is not built", confine.string()));
    Isolation isolation{IsolationLevel::sandbox, confine};
    ProbeResults results;
    try {
        results = probe_sandbox(confine, true);
    } catch (const EnvironmentError&) {
        // The sandbox's own user ID may be unable to read the course's programs, if only the owner can read
        // their folder.
        results = probe_sandbox(confine, false);
    }
    isolation.own_user = results["own_user"] == "yes";
    if (!isolation.own_user)
        isolation.missing.emplace_back("a student's code runs as the user who grades: a separate user needs "
                                       "a grader that runs as root and whose programs all users can read");
    if (results["landlock"] == "no") isolation.missing.emplace_back("this kernel has no Landlock");
    return isolation;
}

} // namespace

Isolation make_isolation(IsolationRequest request, const fs::path& programs) {
    if (request == IsolationRequest::process) return {};
    try {
        Isolation isolation = sandbox_at(programs / "confine");
        if (request != IsolationRequest::sandbox) isolation.level = IsolationLevel::keeper;
        isolation.is_strict = request == IsolationRequest::strict;
        return isolation;
    } catch (const EnvironmentError& problem) {
        if (request != IsolationRequest::automatic)
            throw EnvironmentError(
                fmt::format("The sandbox is unavailable on this machine ({}), so nothing was graded. The "
                            "sandbox needs a kernel that lets users create namespaces (user_namespaces(7)); "
                            "for files that you trust: --isolation process",
                            problem.what()));
        Isolation none;
        none.missing.push_back(fmt::format("no sandbox: {}", problem.what()));
        return none;
    }
}

std::optional<IsolationRequest> parse_isolation_request(const std::string& text) {
    static const std::map<std::string, IsolationRequest> names = {{"auto", IsolationRequest::automatic},
                                                                  {"process", IsolationRequest::process},
                                                                  {"sandbox", IsolationRequest::sandbox},
                                                                  {"strict", IsolationRequest::strict}};
    const auto found = names.find(text);
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

Isolation downgrade_to_sandbox(Isolation isolation, const std::string& why) {
    if (isolation.level != IsolationLevel::keeper) return isolation;
    const std::string sentence = "no keeper of the buffers: " + why;
    if (isolation.is_strict)
        throw EnvironmentError(
            fmt::format("Strict isolation is unavailable ({}), so nothing was graded. Without a keeper of "
                        "the buffers, the student's process itself reports its times and results; if that is "
                        "enough: --isolation sandbox",
                        sentence));
    isolation.level = IsolationLevel::sandbox;
    isolation.missing.push_back(sentence);
    return isolation;
}

std::string to_string(IsolationLevel level) {
    switch (level) {
        case IsolationLevel::process: return "process";
        case IsolationLevel::sandbox: return "sandbox";
        case IsolationLevel::keeper: return "keeper";
    }
    throw std::logic_error("a level without a name");
}

std::string describe(const Isolation& isolation) {
    return to_string(isolation.level) + (isolation.own_user ? ", as a separate user" : "");
}

} // namespace grader

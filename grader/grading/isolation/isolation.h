#pragma once

/// @file
/// How far a student's code is kept away from everything else: the levels, and what this machine has for them.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// What stands between a student's code and the rest. Each level has all of the one before.
enum class IsolationLevel {
    process, ///< a process of its own, with limits, under the user who grades
    sandbox, ///< a room of its own (grading/sandbox/sandbox_spec.h), from which it sees and reaches nothing else
    keeper, ///< another process has its inputs and reads its results (grading/runner_client/keeper.h)
};

/// What was asked for on the command line.
enum class IsolationRequest {
    automatic, ///< as much as this machine has
    process,   ///< that level
    sandbox,   ///< that level, or none at all
    strict,    ///< all that there is, every part of it, or none at all
};

/// A level, and how it comes about here.
struct Isolation {
    IsolationLevel level = IsolationLevel::process; ///< the highest whose every promise holds
    std::filesystem::path confine = {}; ///< the program that locks others in; empty below `sandbox`
    bool own_user = false;              ///< locked in, a program is a user that nobody else is
    bool is_strict = false;             ///< what cannot be had is a refusal, and not a lower level
    /// What a higher level, or a part of this one, lacks here: each a sentence.
    std::vector<std::string> missing = {};
};

/// The isolation that @p request comes to with the programs in @p programs. Looks at the machine by trying. Throws
/// EnvironmentError where what was asked for cannot be had, with the reason.
Isolation make_isolation(IsolationRequest request, const std::filesystem::path& programs);

/// The request that the command line calls @p text; nothing where there is none.
std::optional<IsolationRequest> parse_isolation_request(const std::string& text);

/// @p isolation on a device where @p why nothing can be kept from a runner. Throws EnvironmentError where that was
/// insisted on.
Isolation downgrade_to_sandbox(Isolation isolation, const std::string& why);

/// `process`, `sandbox`, `keeper`.
std::string to_string(IsolationLevel level);

/// The level and its parts for a person: "sandbox (a user of its own)".
std::string describe(const Isolation& isolation);

} // namespace grader

#pragma once

/// @file
/// Isolation of a student's code: the levels, and the mechanisms for them that this machine has.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// Levels of isolation of a student's code. Each level includes all protections of the one before.
enum class IsolationLevel {
    process, ///< a separate process with resource limits, under the user who grades
    sandbox, ///< a separate sandbox (grading/sandbox/sandbox_spec.h), outside of which it can see and reach
             ///< nothing
    keeper,  ///< another process holds its inputs and reads its results (grading/runner_client/keeper.h)
};

/// The isolation that the command line requests.
enum class IsolationRequest {
    automatic, ///< the highest level that this machine supports
    process,   ///< exactly the level `process`
    sandbox,   ///< the level `sandbox`, or refuse to grade
    strict,    ///< every mechanism of every level, or refuse to grade
};

/// The level of isolation in effect, and how it is provided on this machine.
struct Isolation {
    IsolationLevel level = IsolationLevel::process; ///< the highest level all of whose guarantees hold
    std::filesystem::path confine = {};             ///< path of the program confine; empty below `sandbox`
    bool own_user = false;  ///< a sandboxed program has a user ID that no other process has
    bool is_strict = false; ///< a missing mechanism is an error, instead of lowering the level
    /// The parts of this level, or of a higher one, that this machine lacks: one sentence each.
    std::vector<std::string> missing = {};
};

/// Returns the isolation that @p request gets with the programs in @p programs. Probes the machine by
/// starting a sandbox. Throws EnvironmentError, with the reason, if a requested level is not available.
Isolation make_isolation(IsolationRequest request, const std::filesystem::path& programs);

/// Returns the request that @p text names on the command line; no value if there is no such request.
std::optional<IsolationRequest> parse_isolation_request(const std::string& text);

/// Lowers @p isolation from `keeper` to `sandbox` for a device on which no keeper can hold the buffers;
/// @p why is the reason. Lower levels stay. Throws EnvironmentError if the isolation is strict.
Isolation downgrade_to_sandbox(Isolation isolation, const std::string& why);

/// Returns `process`, `sandbox` or `keeper`.
std::string to_string(IsolationLevel level);

/// Describes the level and its parts for a person: "sandbox, as a separate user".
std::string describe(const Isolation& isolation);

} // namespace grader

#include "grading/isolation/isolation.h"

#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/core.h>

#include "base/errors.h"
#include "grading/isolation/rooms.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What a program found when it looked around in a room.
using Facts = std::map<std::string, std::string>;

/// Locks confine itself in, which then tells how it is there. Throws EnvironmentError where no room can be made.
Facts look_around(const fs::path& confine, bool own_user) {
    constexpr double seconds = 20;
    ProcessSpec spec;
    spec.argv = {confine.string(), "--look-around"};
    spec.cell = Cell{confine, system_room({confine})};
    spec.cell->room.own_user = own_user;
    const Finished finished = run_to_end(spec, seconds);
    if (finished.end.exit_code != 0) throw EnvironmentError("the room fell in: " + finished.output);
    Facts facts;
    std::istringstream lines(finished.output);
    for (std::string name, value; lines >> name >> value;) facts[name] = value;
    return facts;
}

Isolation sandbox_at(const fs::path& confine) {
    std::error_code ignored;
    if (!fs::exists(confine, ignored))
        throw EnvironmentError(fmt::format("{} is not built", confine.string()));
    Isolation isolation{IsolationLevel::sandbox, confine};
    Facts facts;
    try {
        facts = look_around(confine, true);
    } catch (const EnvironmentError&) {
        // Another user may not read the course's programs, where its folder is the owner's alone.
        facts = look_around(confine, false);
    }
    isolation.own_user = facts["own_user"] == "yes";
    if (!isolation.own_user)
        isolation.missing.emplace_back("a student's code runs as the user who grades: for a user of its own "
                                       "the grader has to be root, and its "
                                       "programs readable by everybody");
    if (facts["landlock"] == "no") isolation.missing.emplace_back("this kernel has no Landlock");
    return isolation;
}

} // namespace

Isolation make_isolation(IsolationWish wish, const fs::path& programs) {
    if (wish == IsolationWish::process) return {};
    try {
        Isolation isolation = sandbox_at(programs / "confine");
        if (wish != IsolationWish::sandbox) isolation.level = IsolationLevel::keeper;
        isolation.insisted = wish == IsolationWish::strict;
        return isolation;
    } catch (const EnvironmentError& problem) {
        if (wish != IsolationWish::automatic)
            throw EnvironmentError(fmt::format(
                "There is no sandbox on this machine ({}), so nothing was graded. A machine that has one "
                "lets users make namespaces; for files that you trust: --isolation process",
                problem.what()));
        Isolation none;
        none.missing.push_back(fmt::format("no sandbox: {}", problem.what()));
        return none;
    }
}

std::optional<IsolationWish> isolation_wish(const std::string& text) {
    static const std::map<std::string, IsolationWish> wishes = {{"auto", IsolationWish::automatic},
                                                                {"process", IsolationWish::process},
                                                                {"sandbox", IsolationWish::sandbox},
                                                                {"strict", IsolationWish::strict}};
    const auto found = wishes.find(text);
    return found == wishes.end() ? std::nullopt : std::optional(found->second);
}

Isolation without_keeper(Isolation isolation, const std::string& why) {
    if (isolation.level != IsolationLevel::keeper) return isolation;
    const std::string sentence = "no keeper of the buffers: " + why;
    if (isolation.insisted)
        throw EnvironmentError(fmt::format("A strict grade needs a process that keeps the buffers, and there "
                                           "is {}, so nothing was graded. Without it, "
                                           "times and results are what a student's process says they are; if "
                                           "that is enough: --isolation sandbox",
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
    return to_string(isolation.level) + (isolation.own_user ? ", with a user of its own" : "");
}

} // namespace grader

#include "hostile/harness/call.h"

namespace hostile {
namespace {

/// Returns the lowest isolation that guarantees the expectations of a case of @p level.
const char* isolation_of(Level level) {
    switch (level) {
        case Level::process: return "process";
        case Level::sandbox: return "sandbox";
        case Level::keeper: return "strict";
    }
    return "strict";
}

} // namespace

std::vector<std::string> command_line(const HostileCase& hostile, const Stage& stage,
                                      const std::string& backend) {
    std::vector<std::string> argv = {(stage / "install/bin/grader").string(),
                                     hostile.lab.substr(0, 2),
                                     "--backend",
                                     backend,
                                     "--course",
                                     (stage / "course").string()};
    argv.insert(argv.end(), {"--isolation", isolation_of(hostile.level)});
    return argv;
}

harness::Environment environment_of(const Stage& stage) {
    return {{"TMPDIR", (stage / "tmp").string()},
            {"HOME", (stage / "home").string()},
            {"XDG_CACHE_HOME", (stage / "cache").string()},
            {"KERNELSMITH_HOSTILE_TOKEN", secret}};
}

} // namespace hostile

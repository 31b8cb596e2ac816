#include "grading/steps/check_libraries.h"

#include <optional>
#include <stdexcept>

#include <fmt/core.h>

#include "grading/messages/builds.h"
#include "grading/toolchain/library_use.h"

namespace grader {

bool check_libraries(const ForbidRule& forbid, const CompileJob& job, const CompileResult& build,
                     Step& step) {
    if (forbid.libraries.empty()) return true;
    const auto refuse = [&](Message why) {
        step.status = Status::fail;
        step.message = std::move(why);
        step.details.insert(step.details.begin(), verbatim(forbid.message));
        return false;
    };
    if (build.read.empty()) return refuse(messages::unknown_includes);
    try {
        const std::optional<LibraryUse> use = find_use(forbid.libraries, job, build);
        if (!use) return true;
        return refuse({messages::forbidden_library, {{"library", use->library}, {"how", use->how}}});
    } catch (const std::runtime_error& problem) {
        return refuse({messages::unreadable_build, {{"error", problem.what()}}});
    }
}

} // namespace grader

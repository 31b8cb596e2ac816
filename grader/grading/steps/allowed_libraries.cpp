#include "grading/steps/allowed_libraries.h"

#include <optional>
#include <stdexcept>

#include <fmt/core.h>

#include "grading/toolchain/library_use.h"

namespace grader {

bool libraries_are_allowed(const ForbidRule& forbid, const CompileJob& job, const CompileResult& build,
                           Step& step) {
    if (forbid.libraries.empty()) return true;
    const auto refuse = [&](const std::string& why) {
        step.status = Status::fail;
        step.message = why;
        step.details.insert(step.details.begin(), forbid.instead);
        return false;
    };
    if (build.read.empty())
        return refuse(
            "which libraries it includes cannot be told: the list of all files that the compiler has "
            "read is longer than 4 MiB");
    try {
        const std::optional<LibraryUse> use = find_use(forbid.libraries, job, build);
        if (!use) return true;
        return refuse(fmt::format("{} is not allowed in this lab: {}", use->library, use->how));
    } catch (const std::runtime_error& problem) {
        return refuse(fmt::format("what the compiler made of it cannot be read: {}", problem.what()));
    }
}

} // namespace grader

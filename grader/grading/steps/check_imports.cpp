#include "grading/steps/check_imports.h"

#include <stdexcept>

#include <fmt/core.h>

#include "course/imports.h"
#include "grading/messages/builds.h"

namespace grader {

bool check_imports(const std::filesystem::path& object, Step& step) {
    const auto refuse = [&](Message why) {
        step.status = Status::fail;
        step.message = std::move(why);
        return false;
    };
    try {
        const std::string way = suspicious_import(read_imports(object));
        if (way.empty()) return true;
        step.details.emplace_back(messages::allowed_imports);
        return refuse({messages::unusual_import, {{"import", way}}});
    } catch (const std::runtime_error& problem) {
        return refuse({messages::unreadable_build, {{"error", problem.what()}}});
    }
}

} // namespace grader

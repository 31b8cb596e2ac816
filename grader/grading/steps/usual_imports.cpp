#include "grading/steps/usual_imports.h"

#include <stdexcept>

#include <fmt/core.h>

#include "course/imports.h"

namespace grader {

bool imports_are_usual(const std::filesystem::path& object, Step& step) {
    const auto refuse = [&](const std::string& why) {
        step.status = Status::fail;
        step.message = why;
        return false;
    };
    try {
        const std::string way = way_around(read_imports(object));
        if (way.empty()) return true;
        step.details.emplace_back(
            "Through it, functions can be called that no list names, and kernels be launched past "
            "the CUDA runtime, where launches are counted. Some classes of the standard library "
            "import syscall: std::jthread, std::stop_token, std::latch, std::barrier, semaphores, "
            "and waiting for a std::atomic. std::thread, a mutex and a condition variable do not.");
        return refuse(fmt::format("the build imports {}, which a strict grade refuses", way));
    } catch (const std::runtime_error& problem) {
        return refuse(fmt::format("what the compiler made of it cannot be read: {}", problem.what()));
    }
}

} // namespace grader

#include "grading/verify/problem_module.h"

#include <dlfcn.h>

#include <fmt/core.h>

#include "base/errors.h"

namespace grader {

const kernelsmith::Problem& load_problem(const std::filesystem::path& module) {
    void* library = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        throw EnvironmentError(
            fmt::format("{} cannot be loaded: {}. Build the course again: make setup grading",
                        module.string(), ::dlerror()));
    auto* entry =
        reinterpret_cast<const kernelsmith::Problem* (*)()>(::dlsym(library, "kernelsmith_problem"));
    if (entry == nullptr)
        throw EnvironmentError(
            fmt::format("{} exports no problem; problem.cpp must end with KERNELSMITH_PROBLEM(...)",
                        module.string()));
    return *entry();
}

} // namespace grader

#include "grading/toolchain/toolchain.h"

#include <cstdlib>
#include <regex>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

fs::path find_nvcc() {
    if (const std::string chosen = environment("CUDACXX"); !chosen.empty())
        if (const fs::path found = find_program(chosen); !found.empty()) return found;
    if (const fs::path found = find_program("nvcc"); !found.empty()) return found;
    for (const std::string& root :
         {environment("CUDA_HOME"), environment("CUDA_PATH"), std::string("/usr/local/cuda")})
        if (!root.empty())
            if (const fs::path found = find_program(root + "/bin/nvcc"); !found.empty()) return found;
    throw EnvironmentError(
        "There is no nvcc on this machine, so nothing can be compiled. Install the CUDA Toolkit 13, "
        "or set CUDA_HOME to where it is.");
}

/// nvcc itself knows where it links from; the nvcc on PATH may be a script somewhere else that starts it.
fs::path find_libraries(const fs::path& nvcc) {
    const TemporaryDirectory
        scratch; // it makes temporary files even for a plan, and leaves them when it is killed
    const Finished plan = run_to_end({.argv = {nvcc.string(), "--dryrun", "-x", "cu", "/dev/null"},
                                      .environment = {{"TMPDIR", scratch.path().string()}}},
                                     30);
    static const std::regex search_path("\"-L([^\"]+)\"");
    for (std::sregex_iterator it(plan.output.begin(), plan.output.end(), search_path), end; it != end; ++it) {
        std::error_code ignored;
        const fs::path candidate = fs::weakly_canonical((*it)[1].str(), ignored);
        if (fs::exists(candidate / "libcudart.so", ignored)) return candidate;
    }
    return {};
}

} // namespace

Toolkit find_toolkit() {
    Toolkit toolkit;
    toolkit.nvcc = find_nvcc();
    const Finished version = run_to_end({.argv = {toolkit.nvcc.string(), "--version"}}, 30);
    std::smatch match;
    if (!std::regex_search(version.output, match, std::regex("release ([0-9]+)\\.([0-9]+)")))
        throw EnvironmentError(
            fmt::format("{} does not say which release it is. Is the CUDA Toolkit installed whole? "
                        "Try: {} --version",
                        toolkit.nvcc.string(), toolkit.nvcc.string()));
    toolkit.version = std::stoi(match[1]) * 1000 + std::stoi(match[2]) * 10;
    toolkit.version_text = match[1].str() + "." + match[2].str();
    if (toolkit.version < oldest_toolkit)
        throw EnvironmentError(
            fmt::format("{} is from CUDA {}; the course needs 13.0 or newer. Install a newer toolkit "
                        "beside it and set CUDA_HOME to that one.",
                        toolkit.nvcc.string(), toolkit.version_text));
    toolkit.libraries = find_libraries(toolkit.nvcc);
    return toolkit;
}

fs::path find_cxx() {
    for (const std::string& name :
         {environment("CXX"), std::string("c++"), std::string("g++"), std::string("clang++")})
        if (!name.empty())
            if (const fs::path found = find_program(name); !found.empty()) return found;
    throw EnvironmentError("There is no C++ compiler on this machine. Install g++ 11 or newer.");
}

} // namespace grader

#include "grading/toolchain/toolchain.h"

#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "grading/processes/process.h"
#include "scan/scanner.h"

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
    throw EnvironmentError("nvcc was not found, so nothing can be compiled. Install the CUDA Toolkit 13, or "
                           "set CUDA_HOME to its folder.");
}

/// Returns the directory from which nvcc itself links; the nvcc on PATH may be a script elsewhere that starts
/// it.
fs::path find_libraries(const fs::path& nvcc) {
    const TemporaryDirectory
        scratch; // nvcc creates temporary files even for a dry run, and leaves them if it is killed
    const ProcessResult plan = run_process({.argv = {nvcc.string(), "--dryrun", "-x", "cu", "/dev/null"},
                                            .environment = {{"TMPDIR", scratch.path().string()}}},
                                           30);
    for (kernelsmith::Scanner scan(plan.output); scan.find("\"-L");) {
        std::error_code ignored;
        const fs::path candidate = fs::weakly_canonical(scan.until("\""), ignored);
        if (fs::exists(candidate / "libcudart.so", ignored)) return candidate;
    }
    return {};
}

struct Release {
    unsigned major = 0;
    unsigned minor = 0;
};

std::optional<Release> release_in(std::string_view version) {
    for (kernelsmith::Scanner scan(version); scan.find("release ");) {
        const std::optional<unsigned> major = scan.number();
        if (!major || !scan.skip(".")) continue;
        if (const std::optional<unsigned> minor = scan.number()) return Release{*major, *minor};
    }
    return std::nullopt;
}

} // namespace

Toolkit find_toolkit() {
    Toolkit toolkit;
    toolkit.nvcc = find_nvcc();
    const ProcessResult version = run_process({.argv = {toolkit.nvcc.string(), "--version"}}, 30);
    const std::optional<Release> release = release_in(version.output);
    if (!release)
        throw EnvironmentError(
            fmt::format("{} prints no release. Is the CUDA Toolkit installed completely? Try: {} --version",
                        toolkit.nvcc.string(), toolkit.nvcc.string()));
    toolkit.version = static_cast<int>(release->major * 1000 + release->minor * 10);
    toolkit.version_text = fmt::format("{}.{}", release->major, release->minor);
    if (toolkit.version < min_toolkit_version)
        throw EnvironmentError(
            fmt::format("{} is from CUDA {}; the course needs 13.0 or newer. Install a newer toolkit "
                        "alongside it and set CUDA_HOME to the folder of the newer one.",
                        toolkit.nvcc.string(), toolkit.version_text));
    toolkit.libraries = find_libraries(toolkit.nvcc);
    return toolkit;
}

fs::path find_cxx() {
    for (const std::string& name :
         {environment("CXX"), std::string("c++"), std::string("g++"), std::string("clang++")})
        if (!name.empty())
            if (const fs::path found = find_program(name); !found.empty()) return found;
    throw EnvironmentError("No C++ compiler was found. Install g++ 11 or newer.");
}

} // namespace grader

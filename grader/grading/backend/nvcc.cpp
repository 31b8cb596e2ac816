#include "grading/backend/nvcc.h"

#include <fmt/core.h>

#include "base/search_path.h"
#include "grading/backend/build_cache.h"

namespace grader {

namespace fs = std::filesystem;

CompileJob nvcc_job(const Toolkit& toolkit, const GraderPaths& paths, const std::string& kind,
                    const fs::path& source, const Lab& lab, const Defines& defines, int capability,
                    bool machine_code) {
    // One virtual architecture for all GPUs: the SASS of a GPU and the plain PTX come from the same program.
    // Only Turing is too old for it.
    const std::string virtual_arch = capability == 75 ? "compute_75" : "compute_80";
    std::vector<std::string> command = {toolkit.nvcc.string(), "-std=c++20", "-O3", "-shared"};
    for (const char* flag : {"-Xcompiler=-fPIC,-Wall", "-cudart=none", "-no-compress", "-lineinfo"})
        command.emplace_back(flag);
    command.push_back(fmt::format("-gencode=arch={0},code={0}", virtual_arch));
    if (machine_code) command.push_back(fmt::format("-gencode=arch={},code=sm_{}", virtual_arch, capability));
    for (const auto& [macro, value] : defines) command.push_back(fmt::format("-D{}={}", macro, value));
    CompileJob job{source,
                   command,
                   {lab.common, lab.directory},
                   cache_entry(paths, kind, lab, source, defines)};
    job.through_shell = true;
    // nvcc prepends its own directories and a colon to these two. If they were empty, or had an empty entry,
    // its subprocesses would search the student's directory for libraries and programs.
    job.environment = {{"PATH", search_path({}, "PATH")},
                       {"LD_LIBRARY_PATH", search_path({toolkit.nvcc.parent_path().parent_path() / "lib64"},
                                                       "LD_LIBRARY_PATH")}};
    return job;
}

} // namespace grader

// The real nvcc: its dependency lists, and its treatment of file names.

#include "grading/backend/nvcc.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/files.h"
#include "grading/processes/process.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::CompileJob;
using grader::CompileResult;

/// Returns the compile job of the backends for the lab of the fixture course.
CompileJob job_for(const fs::path& source, const fs::path& work) {
    const grader::Toolkit toolkit{NVCC_BINARY, {}, 13000, "13.0"};
    return grader::nvcc_job(toolkit, {{}, work}, "gpu", source, bench::lab(), {}, 90, true);
}

/// Returns the dependencies of the current build in @p cache_entry.
std::string dependencies_in(const fs::path& cache_entry) {
    return harness::read(cache_entry / harness::read(cache_entry / "current") / "dependencies");
}

} // namespace

TEST_CASE("nvcc lists every file that it read, for the device and for the host", "[nvcc][slow]") {
    const fs::path root = harness::scratch("nvcc-list");
    harness::write(root / "kernels with a blank/tile.cuh", "__device__ inline int tile() { return 1; }\n");
    harness::write(root / "helper.cu", "inline int helper() { return 2; }\n");
    harness::write(root / "device_only.cuh", "__device__ inline int device_only() { return 3; }\n");
    harness::write(root / "host_only.h", "inline int host_only() { return 4; }\n");
    harness::write(root / "named.h", "#include \"nested.h\"\n");
    harness::write(root / "nested.h", "\n");
    harness::write(root / "found/by_variable.h", "\n");
    harness::write(root / "student.cu", R"(#include "kernels with a blank/tile.cuh"
#include "helper.cu"
#define NAMED "named.h"
#include NAMED
#include <by_variable.h>
#ifdef __CUDA_ARCH__
#include "device_only.cuh"
#else
#include "host_only.h"
#endif
__global__ void kernel(int* out) {
#ifdef __CUDA_ARCH__
    *out = tile() + device_only();
#endif
}
)");
    ::setenv("CPATH", (root / "found").c_str(), 1);
    const CompileJob job = job_for(root / "student.cu", root / "builds");
    const CompileResult first = compile(job);
    INFO(first.log);
    CHECK(first.ok);
    const std::string list = dependencies_in(job.cache_entry);
    INFO(list);
    for (const char* file : {"student.cu", "kernels with a blank/tile.cuh", "helper.cu", "device_only.cuh",
                             "host_only.h", "named.h", "nested.h", "found/by_variable.h"})
        CHECK_THAT(list, ContainsSubstring((root / file).string() + "\n"));
    CHECK_THAT(list, ContainsSubstring("cuda_runtime.h\n"));
    CHECK(compile(job).seconds == 0);
    harness::write(root / "device_only.cuh", "__device__ inline int device_only() { return 5; }\n");
    CHECK(compile(job).seconds > 0);
    ::unsetenv("CPATH");
}

TEST_CASE("folder names with shell characters are not executed and stay unchanged in messages",
          "[nvcc][slow]") {
    // Every character that a shell or nvcc could interpret, and a command that would leave a trace.
    const std::string odd = "it's \"$(touch CREATED)\" `touch CREATED` $HOME; a, b \\ & ?";
    const fs::path root = harness::scratch("nvcc-names");
    const fs::path folder = root / odd;
    harness::write(folder / "kernels/tile.cuh", "__device__ inline int tile() { int unused; return 1; }\n");
    harness::write(folder / "include/given.h", "#define GIVEN 1\n");
    const std::string text = R"(#include "kernels/tile.cuh"
#include <given.h>
__global__ void kernel(int* out) { *out = tile() + GIVEN; }
)";
    harness::write(folder / "student.cu", text);
    harness::write(folder / (odd + ".cu"), text + "int broken = nobody_declared_this;\n");
    const auto job_of = [&](const fs::path& source) {
        CompileJob job = job_for(source, folder / "builds");
        job.includes.push_back(folder / "include");
        return job;
    };
    const CompileJob job = job_of(folder / "student.cu");
    const CompileResult good = compile(job);
    INFO(good.log);
    CHECK(good.ok);
    CHECK_THAT(good.log,
               ContainsSubstring("kernels/tile.cuh(1)") && !ContainsSubstring("/kernels/tile.cuh(1)"));
    CHECK_THAT(dependencies_in(job.cache_entry),
               ContainsSubstring((folder / "kernels/tile.cuh").string() + "\n") &&
                   ContainsSubstring((folder / "student.cu").string() + "\n") &&
                   ContainsSubstring((folder / "include/given.h").string() + "\n"));
    CHECK(compile(job).seconds == 0);

    const CompileResult bad = compile(job_of(folder / (odd + ".cu")));
    CHECK_FALSE(bad.ok);
    CHECK_THAT(bad.log,
               ContainsSubstring(odd + ".cu(4): error") && ContainsSubstring("nobody_declared_this"));

    for (const auto& entry : fs::recursive_directory_iterator(root))
        CHECK(entry.path().filename().string() != "CREATED");
    CHECK_FALSE(fs::exists("CREATED"));
}

TEST_CASE("nvcc and its tools search no program in the submission's folder", "[nvcc]") {
    CompileJob job = job_for("/nowhere/student.cu", "/nowhere");
    for (const char* inherited : {"", ":", "/somewhere:", "/somewhere::/else"}) {
        ::setenv("LD_LIBRARY_PATH", inherited, 1);
        job = job_for("/nowhere/student.cu", "/nowhere");
        grader::ProcessSpec spec;
        spec.argv = {job.command.front(), "--dryrun", "-x", "cu", "/dev/null"};
        spec.environment = job.environment;
        const std::string plan = run_process(spec, 60).output;
        std::size_t lists = 0;
        for (const std::string_view line : grader::split_lines(plan)) {
            const std::size_t at = line.find("PATH=");
            if (!line.starts_with("#$ ") || at == std::string_view::npos) continue;
            ++lists;
            INFO(line);
            CHECK(line.find("::") == std::string_view::npos);
            CHECK_FALSE(line.ends_with(':'));
            CHECK(line[at + 5] == '/');
        }
        CHECK(lists >= 2);
    }
    ::unsetenv("LD_LIBRARY_PATH");
}

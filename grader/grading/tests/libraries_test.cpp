// Detection of the libraries that a build uses, whatever way led to them, and of mere look-alikes.

#include "grading/toolchain/library_use.h"

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/files.h"
#include "course/libraries.h"
#include "grading/backend/nvcc.h"
#include "grading/steps/check_libraries.h"
#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using facts::MatchesPattern;
using grader::CompileJob;
using grader::CompileResult;

/// A student's folder, a toolkit of a few empty headers, and the host's compiler.
struct Desk {
    explicit Desk(const std::string& name) : root(harness::scratch("libraries-" + name)) {
        harness::write(root / "toolkit/cub/version.cuh", "#define CUB_IS_HERE 1\n");
        harness::write(root / "toolkit/cub/block/scan.cuh", "#include <cub/version.cuh>\n");
        harness::write(root / "toolkit/thrust/version.h", "\n");
        harness::write(root / "toolkit/thrust/sort.h",
                       "#include <thrust/version.h>\n#include <cub/version.cuh>\n");
        harness::write(root / "toolkit/cublas_v2.h", "#include \"cublas_api.h\"\n");
        harness::write(root / "toolkit/cublas_api.h", "extern \"C\" int cublasSgemm_v2();\n");
        job.source = root / "student/student.cpp";
        job.command = {grader::find_program("c++").string(), "-std=c++20", "-fPIC", "-shared",
                       "-isystem" + (root / "toolkit").string()};
        job.cache_entry = root / "slot";
    }

    void has(const std::string& file, const std::string& text) const {
        harness::write(root / "student" / file, text);
    }

    /// Returns the finding about one of @p libraries in the student's file, after the library's name; "none"
    /// without one. A second build has the same finding.
    [[nodiscard]] std::string find(const std::vector<std::string>& libraries) const {
        const std::string first = find_in(compile(job), libraries);
        CHECK(find_in(compile(job), libraries) == first);
        return first;
    }

    fs::path root;
    CompileJob job;

private:
    [[nodiscard]] std::string find_in(const CompileResult& build,
                                      const std::vector<std::string>& libraries) const {
        INFO(build.log);
        REQUIRE(build.ok);
        const auto use = find_use(libraries, job, build);
        return use ? use->library + ": " + use->how : "none";
    }
};

/// Returns the job that compiles @p source with nvcc, as the graders' are.
CompileJob nvcc_job_for(const fs::path& source) {
    const grader::Toolkit toolkit{NVCC_BINARY, {}, 13000, "13.0"};
    return grader::nvcc_job(toolkit, {{}, source.parent_path() / "builds"}, "gpu", source, bench::lab(), {},
                            90, true);
}

std::vector<std::string> every_library() {
    std::vector<std::string> names;
    for (const grader::Library& library : grader::known_libraries()) names.emplace_back(library.name);
    return names;
}

} // namespace

TEST_CASE("a library is found however its headers were included", "[libraries]") {
    const Desk desk("ways");
    SECTION("in the file itself") {
        desk.has("student.cpp", "// first\n  # include <cub/block/scan.cuh>\n");
        CHECK(desk.find({"thrust", "cub"}) == "cub: student.cpp includes <cub/block/scan.cuh> in line 2");
    }
    SECTION("through a header of the student's") {
        desk.has("student.cpp", "#include \"more/helpers.h\"\n");
        desk.has("more/helpers.h", "\n\n#include <cub/block/scan.cuh>\n");
        CHECK(desk.find({"cub"}) == "cub: more/helpers.h includes <cub/block/scan.cuh> in line 3");
    }
    SECTION("by a macro") {
        desk.has("student.cpp",
                 "#define FOLDER cub\n#define AS_NAME(x) <x/version.cuh>\n#include AS_NAME(FOLDER)\n");
        const std::string found = desk.find({"cub"});
        CHECK_THAT(found, ContainsSubstring("cub: the compiler has read ") && EndsWith("/cub/version.cuh"));
    }
    SECTION("by another library that needs it") {
        desk.has("student.cpp", "#include <thrust/sort.h>\n");
        CHECK(desk.find({"cub"}) ==
              "cub: student.cpp includes <thrust/sort.h> in line 1, which reads version.cuh");
        CHECK(desk.find({"cub", "thrust"}) == "thrust: student.cpp includes <thrust/sort.h> in line 1");
    }
    SECTION("by another name for the header") {
        fs::create_directories(desk.root / "student");
        fs::create_symlink(desk.root / "toolkit/cublas_api.h", desk.root / "student/mine.h");
        desk.has("student.cpp", "#include \"mine.h\"\n");
        CHECK_THAT(desk.find({"cublas"}), EndsWith("/toolkit/cublas_api.h"));
    }
    SECTION("from a copy in the student's own folder") {
        desk.has("student.cpp", "#include \"cub/version.cuh\"\n");
        desk.has("cub/version.cuh", "\n");
        CHECK(desk.find({"cub"}) == "cub: student.cpp includes \"cub/version.cuh\" in line 1");
    }
    SECTION("beside a header whose name ends in a colon") {
        desk.has("student.cpp", "#define HEADER <cub/version.cuh>\n#include HEADER\n#include \"end:\"\n");
        desk.has("end:", "\n");
        CHECK_THAT(desk.find({"cub"}), EndsWith("/cub/version.cuh"));
    }
}

TEST_CASE("a library is found that is only linked", "[libraries]") {
    const Desk desk("linked");
    desk.has("student.cpp", "extern \"C\" int cublasSgemm_v2();\nint f() { return cublasSgemm_v2(); }\n");
    CHECK(desk.find({"curand", "cublas"}) == "cublas: the build asks for cublasSgemm_v2");
    CHECK(imported_from(*grader::find_library("cublas"), {{"libc.so.6", "libcublasLt.so.13"}, {}}) ==
          "libcublasLt.so.13");
    CHECK(imported_from(*grader::find_library("npp"), {{}, {"cudaMalloc", "nppiHistogramEven_8u_C1R"}}) ==
          "nppiHistogramEven_8u_C1R");
}

TEST_CASE("a library's code is found where its headers have other names", "[libraries]") {
    const Desk desk("code");
    desk.has("student.cpp", R"(#include "flat.h"
int f() { return cub::count<int>(); }
)");
    desk.has("flat.h", R"(namespace cub { inline namespace CUB_300001_SM_800 {
template <typename T> int count() { static int calls = 0; return ++calls; }
} }
)");
    CHECK_THAT(desk.find({"cutlass", "cub"}), ContainsSubstring("cub: the build has its code in it: _Z") &&
                                                  ContainsSubstring("3cub17CUB_300001_SM_8005countIiEEiv"));
}

TEST_CASE("code that only resembles a library is allowed", "[libraries]") {
    const Desk desk("honest");
    desk.has("student.cpp", R"(// This could be cub::DeviceHistogram, or #include <cub/cub.cuh>.
#include "cub/helpers.h"
#include "cublas_notes.h"
#if 0
#include <cub/version.cuh>
#endif
namespace cub { int count() { return helpers(); } }
namespace thrust { template <int n> int sort() { return n; } }
int cub_count = cub::count() + thrust::sort<3>();
extern const char* const text;
const char* const text = "3cub17CUB_300001 _ZN3cub and cublasSgemm_v2";
extern "C" int cublasLike() { return cub_count; }
)");
    desk.has("cub/helpers.h", "inline int helpers() { return 1; }\n");
    desk.has("cublas_notes.h", "// notes on cuBLAS\n");
    CHECK(desk.find(every_library()) == "none");
}

TEST_CASE("a mangled name must match as a whole including its length", "[libraries]") {
    using grader::library_symbol_in;
    const grader::Library& cub = *grader::find_library("cub");
    CHECK(library_symbol_in(cub, std::string("\0_ZN3cub10CUB_2005008\0", 21)) == "_ZN3cub10CUB_2005008");
    CHECK(library_symbol_in(cub, ".entry _Z6kernelIN3cub9CUB_30000E(") == "_Z6kernelIN3cub9CUB_30000E");
    CHECK(library_symbol_in(cub, "_ZN3cubCUB_300001").empty());
    CHECK(library_symbol_in(cub, "_ZN3cub5countEv").empty());
    CHECK(library_symbol_in(cub, "N3cub9CUB_30000").empty());
    CHECK(library_symbol_in(cub, "3cub3cub9").empty());
    CHECK(library_symbol_in(cub, "N3cub9CUB_30000 _ZN3cub9CUB_30001E") == "_ZN3cub9CUB_30001E");
    CHECK(library_symbol_in(*grader::find_library("cutlass"), "_ZN7cutlass6KernelE") ==
          "_ZN7cutlass6KernelE");
    CHECK(library_symbol_in(*grader::find_library("curand"), "_ZN3cub9CUB_30000E").empty());
}

TEST_CASE("a library is found by nvcc's dependency list and symbol names", "[libraries][nvcc][slow]") {
    const fs::path root = harness::scratch("libraries-nvcc");
    SECTION("a header for the device alone") {
        harness::write(root / "student.cu", R"(#ifdef __CUDA_ARCH__
#include <cub/version.cuh>
#endif
__global__ void kernel() {}
)");
        const CompileJob job = nvcc_job_for(root / "student.cu");
        const CompileResult build = compile(job);
        INFO(build.log);
        REQUIRE(build.ok);
        const auto use = find_use(every_library(), job, build);
        REQUIRE(use);
        CHECK(use->how == "student.cu includes <cub/version.cuh> in line 2");
    }
    SECTION("a function that was compiled into a kernel") {
        harness::write(root / "student.cu", R"(namespace cub { inline namespace CUB_300001_SM_800 {
__device__ inline int next(int x) { return x * x + 1; }
} }
__global__ void kernel(int* x) { *x = cub::next(*x); }
)");
        const CompileJob job = nvcc_job_for(root / "student.cu");
        const CompileResult build = compile(job);
        INFO(build.log);
        REQUIRE(build.ok);
        const auto use = find_use({"cub"}, job, build);
        REQUIRE(use);
        CHECK_THAT(use->how, ContainsSubstring("3cub17CUB_300001_SM_8004next"));
    }
}

TEST_CASE("CUDA's own headers belong to no library", "[libraries][nvcc][slow]") {
    const fs::path root = harness::scratch("libraries-own-headers");
    harness::write(root / "student.cu", R"(#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/pipeline>
#include <cuda/std/span>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
__global__ void kernel(int* x) { *x = cooperative_groups::this_thread_block().size(); }
)");
    const CompileJob job = nvcc_job_for(root / "student.cu");
    const CompileResult build = compile(job);
    INFO(build.log);
    REQUIRE(build.ok);
    REQUIRE(build.read.size() > 500);
    const auto use = find_use(every_library(), job, build);
    CHECK((use ? use->how : "none") == "none");
}

TEST_CASE("a build that cannot be inspected is rejected if a lab forbids anything", "[libraries]") {
    const Desk desk("unknown");
    desk.has("student.cpp", "int f() { return 1; }\n");
    CompileResult build = compile(desk.job);
    REQUIRE(build.ok);
    const auto verdict_on = [&](const grader::ForbidRule& forbid) {
        grader::Step step{"builds", grader::Status::pass, {}, {}, 0, 0};
        const bool allowed = check_libraries(forbid, desk.job, build, step);
        CHECK((step.status == grader::Status::pass) == allowed);
        return allowed ? grader::verbatim("allowed") : step.message;
    };
    const grader::ForbidRule forbid{{"cub"}, "Count yourself."};
    CHECK(verdict_on(forbid) == grader::verbatim("allowed"));
    SECTION("no list of what the compiler has read") {
        build.read.clear();
        CHECK_THAT(verdict_on(forbid), MatchesPattern("unknown_includes"));
    }
    SECTION("no shared object") {
        harness::write(desk.root / "object", "none");
        build.object = desk.root / "object";
        CHECK_THAT(verdict_on(forbid), MatchesPattern("unreadable_build"));
    }
    CHECK(verdict_on({}) == grader::verbatim("allowed"));
}

TEST_CASE("a forbidden library is reported in the step builds", "[libraries]") {
    const fs::path course = harness::copy_of_course("libraries-course");
    const fs::path manifest = course / "labs/01_scale/lab.toml";
    std::string text = harness::read(manifest);
    text.insert(text.find("[limits]"),
                "[forbid]\nlibraries = [\"cublas\"]\nmessage = \"Write the loop yourself.\"\n\n");
    harness::write(manifest, text);
    const fs::path source = course / "own/student.cu";
    const fs::path report = course / "report.json";
    const auto grade = [&](const std::string& student) {
        harness::write(source, student);
        const harness::RunResult ran = harness::Grader(course).run(
            {"01", "--file", source.string(), "--report", "json:" + report.string()});
        INFO(ran.out << ran.err);
        CHECK(ran.status < 2);
        return harness::Report(harness::read(report)).lab("01_scale");
    };
    const std::string right = harness::read(harness::student("passes.cu"));
    const nlohmann::json refused = grade(right + "extern \"C\" int cublasSscal_v2();\n"
                                                 "extern int (*const scal)();\n"
                                                 "int (*const scal)() = cublasSscal_v2;\n");
    CHECK(refused.at("verdict") == "fail");
    CHECK(refused.at("score") == 0);
    CHECK(harness::step(refused, "builds").at("status") == "fail");
    CHECK(harness::step(refused, "correct").at("status") == "waits");
    const std::vector<grader::Message> said = facts::of(harness::step(refused, "builds"));
    CHECK_THAT(said,
               MatchesPattern("forbidden_library library=cublas how=\"the build asks for cublasSscal_v2\""));
    CHECK_THAT(said, MatchesPattern("text=\"Write the loop yourself.\""));

    CHECK(grade(right + "// not cublasSscal_v2()\n").at("verdict") == "pass");
}

#include "toolchain/compile.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "errors.h"
#include "harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using grader::CompileJob;
using grader::CompileResult;

/// A compiler that notes each of its calls and copies its last source, where the source does not say
/// `broken`.
constexpr const char* compiler = R"(#!/bin/sh
echo "$@" >> "$0.calls"
for word; do case $word in *.cu) source=$word;; *.so) object=$word;; esac; done
echo "looking at $source"
if grep -q broken "$source"; then exit 1; fi
cp "$source" "$object"
)";

struct Workshop {
    explicit Workshop(const std::string& name) : root(harness::scratch("compile-" + name)) {
        harness::write(root / "compiler", compiler);
        fs::permissions(root / "compiler", fs::perms::owner_all);
        harness::write(root / "source/student.cu", "good\n");
        harness::write(root / "headers/lab.h", "// a header\n");
        job.source = root / "source/student.cu";
        job.command = {(root / "compiler").string(), "-O1"};
        job.headers = {root / "headers"};
        job.slot = root / "slot";
    }

    [[nodiscard]] std::size_t calls() const {
        const std::string notes = harness::read(root / "compiler.calls");
        return static_cast<std::size_t>(std::count(notes.begin(), notes.end(), '\n'));
    }

    fs::path root;
    CompileJob job;
};

} // namespace

TEST_CASE("what has been compiled is not compiled again", "[compile]") {
    const Workshop workshop("again");
    const CompileResult first = compile(workshop.job);
    CHECK(first.ok);
    CHECK(first.log == "looking at student.cu\n");
    CHECK(harness::read(first.object) == "good\n");
    CHECK(first.object.is_absolute());

    const CompileResult second = compile(workshop.job);
    CHECK(second.ok);
    CHECK(second.log == first.log);
    CHECK(second.object == first.object);
    CHECK(second.seconds == 0);
    CHECK(workshop.calls() == 1);
}

TEST_CASE("whatever an object was made from brings the compiler back", "[compile]") {
    Workshop workshop("changed");
    REQUIRE(compile(workshop.job).ok);
    SECTION("the source") { harness::write(workshop.job.source, "better\n"); }
    SECTION("a header") { harness::write(workshop.root / "headers/lab.h", "// another one\n"); }
    SECTION("one more header") { harness::write(workshop.root / "headers/more.h", ""); }
    SECTION("a header beside the source") {
        harness::write(workshop.job.source.parent_path() / "helper.cuh", "");
    }
    SECTION("another compiler under the same name") {
        fs::last_write_time(workshop.job.command.front(),
                            fs::file_time_type::clock::now() + std::chrono::hours(1));
    }
    SECTION("the command") { workshop.job.command.emplace_back("-DBLOCK=64"); }
    SECTION("a lost object") { fs::remove(workshop.root / "slot/build.so"); }
    CHECK(compile(workshop.job).ok);
    CHECK(workshop.calls() == 2);
    CHECK(harness::read(workshop.root / "slot/build.so") == harness::read(workshop.job.source));
}

TEST_CASE("a file that is no header does not bring the compiler back", "[compile]") {
    const Workshop workshop("unrelated");
    REQUIRE(compile(workshop.job).ok);
    harness::write(workshop.root / "headers/README.md", "Read me.\n");
    CHECK(compile(workshop.job).seconds == 0);
    CHECK(workshop.calls() == 1);
}

TEST_CASE("a failure is told, not kept", "[compile]") {
    const Workshop workshop("failure");
    REQUIRE(compile(workshop.job).ok);
    harness::write(workshop.job.source, "broken\n");
    for (std::size_t call = 2; call <= 3; ++call) {
        const CompileResult result = compile(workshop.job);
        CHECK_FALSE(result.ok);
        CHECK_FALSE(result.timed_out);
        CHECK(result.log == "looking at student.cu\n");
        CHECK(workshop.calls() == call);
    }
    // The object of the good source must not come back for the broken one, nor be lost for good.
    CHECK_FALSE(fs::exists(workshop.root / "slot/build.so"));
    harness::write(workshop.job.source, "good\n");
    CHECK(compile(workshop.job).ok);
}

TEST_CASE("who compiles the same file at once gets a whole object", "[compile]") {
    const Workshop workshop("at-once");
    harness::write(workshop.root / "compiler", R"(#!/bin/sh
for word; do case $word in *.cu) source=$word;; *.so) object=$word;; esac; done
sleep 0.1; printf half > "$object"; sleep 0.2; cat "$source" > "$object"
)");
    // The second starts before the first is done, and is half way through when the third comes.
    std::vector<std::pair<std::chrono::milliseconds, std::string>> graders;
    for (const int delay : {0, 250, 400}) graders.emplace_back(delay, "");
    {
        std::vector<std::jthread> threads;
        for (auto& [delay, object] : graders)
            threads.emplace_back([&workshop, &delay = delay, &object = object] {
                std::this_thread::sleep_for(delay);
                object = harness::read(compile(workshop.job).object);
            });
    }
    for (const auto& [delay, object] : graders) CHECK(object == "good\n");
}

TEST_CASE("a compiler that does not finish is stopped", "[compile]") {
    Workshop workshop("endless");
    harness::write(workshop.root / "compiler", "#!/bin/sh\nsleep 1000\n");
    workshop.job.seconds = 0.2;
    const CompileResult result = compile(workshop.job);
    CHECK_FALSE(result.ok);
    CHECK(result.timed_out);
}

TEST_CASE("a compiler that is not there is the machine's fault", "[compile]") {
    Workshop workshop("missing");
    workshop.job.command = {"/no/such/compiler"};
    CHECK_THROWS_AS(compile(workshop.job), grader::EnvironmentError);

    Workshop unwritable("unwritable");
    harness::write(unwritable.root / "file", "");
    unwritable.job.slot = unwritable.root / "file/slot";
    CHECK_THROWS_AS(compile(unwritable.job), grader::EnvironmentError);
}

TEST_CASE("a source is compiled where it lies, so that messages name it as its owner does", "[compile]") {
    const Workshop workshop("place");
    REQUIRE(compile(workshop.job).ok);
    CHECK_THAT(harness::read(workshop.root / "compiler.calls"), ContainsSubstring("-O1 student.cu -o /"));
}

TEST_CASE("a peer is built for the GPU's own architecture", "[compile]") {
    CompileJob job;
    job.command = {"nvcc", "-gencode=arch=compute_80,code=compute_80", "-gencode=arch=compute_80,code=sm_90",
                   "-O3"};
    const std::vector<std::string> libraries = {"cublas"};
    CHECK(grader::as_peer(job, libraries).command ==
          std::vector<std::string>{"nvcc", "-gencode=arch=compute_90,code=sm_90", "-O3", "-Xlinker",
                                   "--no-as-needed", "-lcublas"});
    // Where there is no GPU it is built for none.
    job.command = {"nvcc", "-gencode=arch=compute_80,code=compute_80"};
    CHECK(grader::as_peer(job, {}).command == job.command);
}

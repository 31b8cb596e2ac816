#include "grading/toolchain/compile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "grading/toolchain/dependencies.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using grader::CompileJob;
using grader::CompileResult;

/// A compiler stub that records each of its calls and copies its last source, unless the source contains
/// `broken`. It lists as read the source and the files that the source `uses`; a file that a source `changes`
/// is changed during the compilation.
constexpr const char* compiler = R"(#!/bin/sh
echo "$@" >> "$0.calls"
for word; do
    case $before in -MF) list=$word;; -o) object=$word;; esac
    case $word in *.cu) source=$word;; esac
    before=$word
done
echo "looking at $source"
echo "build.so: $source" $(sed -n 's/^uses //p' "$source") > "$list"
for file in $(sed -n 's/^changes //p' "$source"); do
    echo changed >> "$file"
    touch -d '1 hour ago' "$file" # its time of writing does not tell
done
if grep -q broken "$source"; then exit 1; fi
cp "$source" "$object"
)";

/// Returns whether @p thread of this process is waiting.
bool is_asleep(pid_t thread) {
    std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("State:")) return line.find('S', 6) != std::string::npos;
    return false;
}

struct Workshop {
    explicit Workshop(const std::string& name) : root(harness::scratch("compile-" + name)) {
        harness::write(root / "toolkit/bin/compiler", compiler);
        fs::permissions(root / "toolkit/bin/compiler", fs::perms::owner_all);
        harness::write(root / "headers/lab.h", "// a header\n");
        harness::write(root / "headers/kernels/tile.cuh", "// a header by the way\n");
        job.source = root / "source/student.cu";
        write_source("good");
        job.command = {(root / "toolkit/bin/compiler").string(), "-O1"};
        job.includes = {root / "headers"};
        job.cache_entry = root / "slot";
    }

    /// Writes the source: @p first, and the files that it uses.
    void write_source(const std::string& first) const {
        harness::write(job.source, first + "\nuses " + (root / "headers/lab.h").string() +
                                       "\nuses ../headers/kernels/tile.cuh\n");
    }

    [[nodiscard]] std::size_t calls() const {
        const std::string notes = harness::read(root / "toolkit/bin/compiler.calls");
        return static_cast<std::size_t>(std::count(notes.begin(), notes.end(), '\n'));
    }

    fs::path root;
    CompileJob job;
};

/// Sets an environment variable of this process until the end of its scope.
struct Variable {
    Variable(const char* its_name, const char* value) : name(its_name) { ::setenv(name, value, 1); }
    ~Variable() { ::unsetenv(name); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    const char* name;
};

} // namespace

TEST_CASE("a compiled file is not compiled again", "[compile]") {
    const Workshop workshop("again");
    const CompileResult first = compile(workshop.job);
    CHECK(first.ok);
    CHECK(first.log == "looking at student.cu\n");
    CHECK_THAT(harness::read(first.object), StartsWith("good\n"));
    CHECK(first.object.is_absolute());

    const CompileResult second = compile(workshop.job);
    CHECK(second.ok);
    CHECK(second.log == first.log);
    CHECK(second.object == first.object);
    CHECK(second.seconds == 0);
    CHECK(workshop.calls() == 1);
}

TEST_CASE("a change of any input of an object causes a recompilation", "[compile]") {
    Workshop workshop("changed");
    const CompileResult first = compile(workshop.job);
    REQUIRE(first.ok);
    std::optional<Variable> variable;
    SECTION("the source") { workshop.write_source("better"); }
    SECTION("a header in a directory of headers") {
        harness::write(workshop.root / "headers/lab.h", "// another one\n");
    }
    SECTION("a header anywhere else") {
        harness::write(workshop.root / "headers/kernels/tile.cuh", "// another one\n");
    }
    SECTION("a header that is gone") { fs::remove(workshop.root / "headers/kernels/tile.cuh"); }
    SECTION("a file of a header's name, which is found before it") {
        harness::write(workshop.job.source.parent_path() / "lab.h", "");
    }
    SECTION("one that is found in a folder of the same name") {
        harness::write(workshop.job.source.parent_path() / "kernels/tile.cuh", "");
    }
    SECTION("another compiler under the same name") {
        fs::last_write_time(workshop.job.command.front(),
                            fs::file_time_type::clock::now() + std::chrono::hours(1));
    }
    SECTION("the command") { workshop.job.command.emplace_back("-DBLOCK=64"); }
    SECTION("one more directory of headers") { workshop.job.includes.push_back(workshop.root); }
    SECTION("flags that nvcc takes from the environment") {
        variable.emplace("NVCC_APPEND_FLAGS", "-DBLOCK=64");
    }
    SECTION("directories that the host compiler takes from it") { variable.emplace("CPATH", "/nowhere"); }
    SECTION("a lost object") { fs::remove(first.object); }
    const CompileResult second = compile(workshop.job);
    CHECK(second.ok);
    CHECK(workshop.calls() == 2);
    CHECK(harness::read(second.object) == harness::read(workshop.job.source));
}

TEST_CASE("a file that changes while it is compiled is compiled again", "[compile]") {
    const Workshop workshop("meanwhile");
    workshop.write_source("changes " + (workshop.root / "headers/kernels/tile.cuh").string());
    REQUIRE(compile(workshop.job).ok);
    REQUIRE(compile(workshop.job).ok);
    CHECK(workshop.calls() == 2);
}

TEST_CASE("a build without a complete dependency list is not cached", "[compile]") {
    const Workshop workshop("unlisted");
    SECTION("no list at all") {
        harness::write(workshop.root / "toolkit/bin/compiler", R"(#!/bin/sh
echo "$@" >> "$0.calls"
for word; do case $before in -o) echo object > "$word";; esac; before=$word; done
)");
    }
    SECTION("a list that names what is not there") { workshop.write_source("uses no such file.cuh"); }
    SECTION("a question for a file") { workshop.write_source("#if __has_include(\"tuned.h\")"); }
    SECTION("the same over two lines") { workshop.write_source("#if __has_\\\ninclude(\"tuned.h\")"); }
    SECTION("the same by a paste") { workshop.write_source("#define ASK __has_ ## include"); }
    SECTION("a file taken in by the assembler") {
        workshop.write_source("asm(\".incbin \\\"table.bin\\\"\");");
    }
    SECTION("the same in two literals") { workshop.write_source("asm(\".inc\" \"bin \\\"table.bin\\\"\");"); }
    SECTION("bytes of a file, with blanks") { workshop.write_source("#  embed \"table.bin\""); }
    SECTION("bytes of a file, by a digraph") { workshop.write_source("%:embed \"table.bin\""); }
    SECTION("a file of neither the machine, the course nor the source's folder") {
        harness::write(workshop.root / "elsewhere/solution.cu", "// not for students\n");
        workshop.write_source("uses " + (workshop.root / "elsewhere/solution.cu").string());
    }
    CHECK(compile(workshop.job).ok);
    CHECK(compile(workshop.job).ok);
    CHECK(workshop.calls() == 2);
}

TEST_CASE("an object does not change while another is built from the same file", "[compile]") {
    const Workshop workshop("versions");
    const CompileResult first = compile(workshop.job);
    workshop.write_source("better");
    const CompileResult second = compile(workshop.job);
    CHECK(first.object != second.object);
    CHECK_THAT(harness::read(first.object), StartsWith("good\n"));
    CHECK_THAT(harness::read(second.object), StartsWith("better\n"));

    // But not forever.
    for (int version = 0; version < 6; ++version) {
        workshop.write_source("version " + std::to_string(version));
        REQUIRE(compile(workshop.job).ok);
    }
    std::size_t builds = 0;
    for (const auto& entry : fs::directory_iterator(workshop.job.cache_entry))
        builds += entry.is_directory() ? 1 : 0;
    CHECK(builds <= 3);
    CHECK_FALSE(fs::exists(first.object));
}

TEST_CASE("the compiler's dependency list is parsed as make parses it", "[compile]") {
    using Files = std::vector<std::string>;
    CHECK(grader::prerequisites("build.so : student.cu \\\n  /usr/include/a.h \\\n\tb.h\n") ==
          Files{"student.cu", "/usr/include/a.h", "b.h"});
    CHECK(grader::prerequisites("o.so: with\\ a\\ blank.h cost$$.h a\\#b.h\n\nheader.h:\n") ==
          Files{"with a blank.h", "cost$.h", "a#b.h"});
    CHECK(grader::prerequisites("").empty());
    // The name of a file may end in a colon, too.
    CHECK(grader::prerequisites("build.so : student.cu first.h \\\n    odd: \\\n last.h\nb.so: other.h\n") ==
          Files{"student.cu", "first.h", "odd:", "last.h", "other.h"});
}

TEST_CASE("the files read by the compiler are listed in its order for cached and new builds", "[compile]") {
    const Workshop workshop("read");
    const fs::path tile = workshop.root / "headers/kernels/tile.cuh";
    workshop.write_source("uses " + tile.string());
    const std::vector<fs::path> files = {workshop.job.source, tile, workshop.root / "headers/lab.h",
                                         workshop.root / "source/../headers/kernels/tile.cuh"};
    CHECK(compile(workshop.job).read == files);
    CHECK(compile(workshop.job).read == files);
    CHECK(workshop.calls() == 1);
    workshop.write_source("broken");
    CHECK(compile(workshop.job).read.empty());
}

TEST_CASE("a file that is not included causes no recompilation", "[compile]") {
    const Workshop workshop("unrelated");
    REQUIRE(compile(workshop.job).ok);
    harness::write(workshop.root / "headers/README.md", "Read me.\n");
    harness::write(workshop.root / "headers/more.h", "// that nobody includes\n");
    CHECK(compile(workshop.job).seconds == 0);
    CHECK(workshop.calls() == 1);
}

TEST_CASE("a failed build is cached while its files are unchanged and is reported each time", "[compile]") {
    const Workshop workshop("failure");
    REQUIRE(compile(workshop.job).ok);
    const auto fails = [&] {
        const CompileResult result = compile(workshop.job);
        CHECK_FALSE(result.ok);
        CHECK_FALSE(result.timed_out);
        CHECK(result.log == "looking at student.cu\n");
    };
    workshop.write_source("broken");
    fails();
    fails();
    CHECK(workshop.calls() == 2);
    harness::write(workshop.root / "headers/lab.h", "// another one\n");
    fails();
    CHECK(workshop.calls() == 3);
    // The object of the good source must not be used for the broken one, nor be lost for good.
    workshop.write_source("good");
    CHECK(compile(workshop.job).ok);
}

TEST_CASE("concurrent compilations of a file each get a complete object", "[compile]") {
    const Workshop workshop("at-once");
    harness::write(workshop.root / "toolkit/bin/compiler", R"(#!/bin/sh
for word; do case $before in -o) object=$word;; esac; case $word in *.cu) source=$word;; esac; before=$word; done
printf half > "$object"; : > "$0.half"; while [ ! -e "$0.go" ]; do sleep 0.01; done; cat "$source" > "$object"
)");
    const fs::path compiler = workshop.root / "toolkit/bin/compiler";
    const auto wait_until = [](const std::function<bool()>& true_now) {
        while (!true_now()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    std::array<std::string, 3> objects;
    std::array<std::atomic<pid_t>, 3> threads{};
    {
        std::vector<std::jthread> graders;
        for (std::size_t i = 0; i < objects.size(); ++i) {
            graders.emplace_back([&, i] {
                threads[i] = ::gettid();
                objects[i] = harness::read(compile(workshop.job).object);
            });
            // The others start when the first one's object is half written.
            wait_until([&] { return fs::exists(compiler.string() + ".half"); });
        }
        // Each waits for its own compiler or for another's.
        for (const std::atomic<pid_t>& thread : threads)
            wait_until([&] { return thread != 0 && is_asleep(thread); });
        harness::write(compiler.string() + ".go", "");
    }
    for (const std::string& object : objects) CHECK(object == harness::read(workshop.job.source));
}

TEST_CASE("concurrent graders compile the same build only once", "[compile]") {
    Workshop workshop("once");
    const fs::path compiler_file = workshop.root / "toolkit/bin/compiler";
    // The build takes until all graders have requested it.
    harness::write(compiler_file,
                   harness::read(compiler_file) + "while [ ! -e \"$0.go\" ]; do sleep 0.01; done\n");
    std::array<fs::path, 6> objects; // more than a cache entry keeps
    std::array<std::atomic<pid_t>, 6> threads{};
    {
        std::vector<std::jthread> graders;
        for (std::size_t i = 0; i < objects.size(); ++i)
            graders.emplace_back([&, i] {
                threads[i] = ::gettid();
                objects[i] = compile(workshop.job).object;
            });
        for (const std::atomic<pid_t>& thread : threads)
            while (thread == 0 || !is_asleep(thread))
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        harness::write(compiler_file.string() + ".go", "");
    }
    CHECK(workshop.calls() == 1);
    for (const fs::path& object : objects) CHECK(object == objects.front());
    CHECK(fs::exists(objects.front()));
}

TEST_CASE("a compiler that does not finish is stopped", "[compile]") {
    Workshop workshop("endless");
    harness::write(workshop.root / "toolkit/bin/compiler",
                   "#!/bin/sh\necho called >> \"$0.calls\"\nsleep 1000\n");
    workshop.job.seconds = 1;
    const CompileResult result = compile(workshop.job);
    CHECK_FALSE(result.ok);
    CHECK(result.timed_out);
    // The same source does not get the same time again.
    const std::size_t calls = workshop.calls();
    CHECK(compile(workshop.job).timed_out);
    CHECK(workshop.calls() == calls);
}

TEST_CASE("a missing compiler is an infrastructure error", "[compile]") {
    Workshop workshop("missing");
    workshop.job.command = {"/no/such/compiler"};
    CHECK_THROWS_AS(compile(workshop.job), grader::EnvironmentError);

    Workshop unwritable("unwritable");
    harness::write(unwritable.root / "file", "");
    unwritable.job.cache_entry = unwritable.root / "file/slot";
    CHECK_THROWS_AS(compile(unwritable.job), grader::EnvironmentError);
}

TEST_CASE("a source is compiled in place so that messages have its owner's path", "[compile]") {
    const Workshop workshop("place");
    REQUIRE(compile(workshop.job).ok);
    CHECK_THAT(harness::read(workshop.root / "toolkit/bin/compiler.calls"),
               ContainsSubstring(" student.cu -o /"));
    CHECK_THAT(harness::read(workshop.root / "toolkit/bin/compiler.calls"),
               StartsWith("-O1 -I" + workshop.job.includes[0].string()));
}

TEST_CASE("a reference implementation is built for the GPU's architecture", "[compile]") {
    CompileJob job;
    job.command = {"nvcc", "-gencode=arch=compute_80,code=compute_80", "-gencode=arch=compute_80,code=sm_90",
                   "-O3"};
    const std::vector<std::string> libraries = {"cublas"};
    CHECK(grader::as_peer(job, libraries).command ==
          std::vector<std::string>{"nvcc", "-gencode=arch=compute_90,code=sm_90", "-O3", "-Xlinker",
                                   "--no-as-needed", "-lcublas"});
    // Without a GPU, no architecture is added.
    job.command = {"nvcc", "-gencode=arch=compute_80,code=compute_80"};
    CHECK(grader::as_peer(job, {}).command == job.command);
}

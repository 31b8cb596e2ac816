// Files that a bundle takes without a dependency list of a compiler.

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "classroom/bundle/sources.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace fs = std::filesystem;

TEST_CASE("a link that leads out of the student's folder adds nothing to a bundle", "[appeal]") {
    const grader::TemporaryDirectory folder;
    const auto at = [&](const std::string& name) { return folder.path() / name; };
    harness::write(at("secret.h"), "// nobody's business\n");
    harness::write(at("folder/other.h"), "// nobody's business\n");
    harness::write(at("ada/student.cu"),
                   "#include \"link.h\"\n#include \"down/other.h\"\n#include \"../secret.h\"\n#error no\n");
    fs::create_symlink(at("secret.h"), at("ada/link.h"));
    fs::create_directory_symlink(at("folder"), at("ada/down"));
    const grader::Sources sources = sources_of(at("ada/student.cu"), bench::lab(), std::nullopt);
    REQUIRE(sources.files.size() == 1);
    CHECK(sources.omitted == std::vector<std::string>{"down/other.h", "link.h"});
}

TEST_CASE("each included file of a submission is taken once and within size limits", "[appeal]") {
    const grader::TemporaryDirectory folder;
    const auto at = [&](const std::string& name) { return folder.path() / name; };
    harness::write(at("student.cu"),
                   "  #  include \"a.h\"\n#include \"student.cu\"\n#include <b.h>\n#include \"large.h\"\n");
    harness::write(at("a.h"),
                   "#include \"student.cu\"\n#include \"a.h\"\n#include \"\n#include \"gone.h\"\n");
    harness::write(at("b.h"), "");
    harness::write(at("large.h"), std::string(grader::max_source_file_bytes + 1, ' '));
    const grader::Sources sources = sources_of(at("student.cu"), bench::lab(), std::nullopt);
    REQUIRE(sources.files.size() == 2);
    CHECK(sources.files[0].name == "student.cu");
    CHECK(sources.files[1].name == "a.h");
    CHECK(sources.omitted == std::vector<std::string>{"large.h"});
}

TEST_CASE("lab.h is taken from the submission only if it is outside the course", "[appeal]") {
    const grader::Sources own = sources_of(bench::lab().student(), bench::lab(), std::nullopt);
    REQUIRE(own.files.size() == 1);
    CHECK(own.files.front().name == "student.cu");

    const grader::TemporaryDirectory folder;
    harness::write(folder.path() / "student.cu", "#include \"lab.h\"\n");
    harness::write(folder.path() / "lab.h", "// my own\n");
    CHECK(sources_of(folder.path() / "student.cu", bench::lab(), std::nullopt).files.size() == 2);
}

TEST_CASE("a missing source or an unusable file name is a usage error", "[appeal]") {
    const grader::TemporaryDirectory folder;
    CHECK_THROWS_AS(sources_of(folder.path() / "none.cu", bench::lab(), std::nullopt), grader::UsageError);
    CHECK_THROWS_AS(sources_of(folder.path(), bench::lab(), std::nullopt), grader::UsageError);
    for (const char* name : {"a\x1b.cu", "\xff.cu"}) {
        harness::write(folder.path() / name, "");
        CHECK_THROWS_AS(sources_of(folder.path() / name, bench::lab(), std::nullopt), grader::UsageError);
    }
}

TEST_CASE("written source files have their original contents", "[appeal]") {
    const grader::TemporaryDirectory folder;
    grader::Sources sources;
    sources.files = {{"student.cu", "x"}, {"tiles/load.cuh", std::string("\0\xff", 2)}};
    CHECK(write_sources(sources, folder.path()) == folder.path() / "student.cu");
    CHECK(harness::read(folder.path() / "student.cu") == "x");
    CHECK(harness::read(folder.path() / "tiles/load.cuh") == sources.files[1].text);
}

TEST_CASE("a file name that is also a folder is rejected", "[appeal]") {
    const grader::TemporaryDirectory folder;
    grader::Sources sources;
    sources.files = {{"student.cu", ""}, {"a", ""}, {"a/b.h", ""}};
    CHECK_THROWS_AS(write_sources(sources, folder.path()), grader::EnvironmentError);
}

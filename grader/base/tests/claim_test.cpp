// Leftovers of killed graders are removed, and files that anyone uses or owns stay.

#include "base/claim.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "base/descriptor.h"
#include "base/files.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;

/// Runs @p work in a process that is killed right after it.
template <typename Work> void in_a_killed_process(Work work) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        work();
        ::kill(::getpid(), SIGKILL);
    }
    REQUIRE(::waitpid(child, nullptr, 0) == child);
}

grader::AbandonedFiles directories_in(const fs::path& parent) {
    return {parent, S_IFDIR, [](const std::string& name) { return name.starts_with("own-"); }};
}

} // namespace

TEST_CASE("directories claimed by a killed process are removed and those of a live one kept", "[claim]") {
    const fs::path scratch = harness::scratch("claim-killed");
    const grader::ClaimedDirectory living = grader::make_claimed_directory(scratch / "own-XXXXXX");
    in_a_killed_process([&] {
        const auto dead = grader::make_claimed_directory(scratch / "own-XXXXXX");
        harness::write(dead.path / "below/file", "text");
        fs::create_symlink(living.path, dead.path / "link");
        // Neither a destructor nor an exit handler runs.
        ::kill(::getpid(), SIGKILL);
    });
    harness::write(living.path / "kept", "text");
    REQUIRE(std::distance(fs::directory_iterator(scratch), {}) == 2);
    grader::remove_abandoned(directories_in(scratch));
    CHECK(std::distance(fs::directory_iterator(scratch), {}) == 1);
    CHECK(fs::exists(living.path / "kept"));
}

TEST_CASE("only a directory with a matching name is removed as abandoned and no link is followed",
          "[claim]") {
    const fs::path scratch = harness::scratch("claim-meant");
    fs::create_directories(scratch / "elsewhere/own-place");
    fs::create_directories(scratch / "others-place");
    harness::write(scratch / "own-file", "text");
    fs::create_directory_symlink("others-place", scratch / "own-link");
    REQUIRE(::mkfifo((scratch / "own-pipe").c_str(), 0600) == 0);
    fs::create_directories(scratch / "own-place");
    grader::remove_abandoned(directories_in(scratch));
    for (const char* kept : {"elsewhere/own-place", "others-place", "own-file", "own-link", "own-pipe"}) {
        INFO(kept);
        CHECK(fs::exists(fs::symlink_status(scratch / kept)));
    }
    CHECK_FALSE(fs::exists(scratch / "own-place"));
}

TEST_CASE("directories of another user are not removed", "[claim]") {
    if (::geteuid() != 0) SKIP("only root can give a directory away");
    const fs::path scratch = harness::scratch("claim-others");
    constexpr uid_t somebody = 12345;
    fs::create_directories(scratch / "own-place");
    REQUIRE(::chown((scratch / "own-place").c_str(), somebody, somebody) == 0);
    grader::remove_abandoned(directories_in(scratch));
    CHECK(fs::exists(scratch / "own-place"));
    grader::AbandonedFiles also = directories_in(scratch);
    also.other_owner = somebody;
    grader::remove_abandoned(also);
    CHECK_FALSE(fs::exists(scratch / "own-place"));
}

TEST_CASE("a file locked for removal cannot be claimed", "[claim]") {
    const fs::path scratch = harness::scratch("claim-late");
    harness::write(scratch / "file", "text");
    const grader::Descriptor own = grader::open_file(scratch / "file", O_RDONLY);
    {
        const grader::Descriptor other = grader::open_file(scratch / "file", O_RDONLY);
        REQUIRE(::flock(other.get(), LOCK_EX) == 0);
        CHECK_FALSE(grader::claim(own, scratch / "file"));
    }
    CHECK(grader::claim(own, scratch / "file"));
    fs::remove(scratch / "file");
    CHECK_FALSE(grader::claim(own, scratch / "file"));
}

TEST_CASE("a temporary directory of a killed process goes with the next one", "[claim]") {
    const fs::path scratch = harness::scratch("claim-temporary");
    fs::create_directories(scratch / "grader-abcdef");
    in_a_killed_process([&] {
        const grader::TemporaryDirectory directory(scratch);
        harness::write(directory.path() / "file", "text");
        ::kill(::getpid(), SIGKILL);
    });
    REQUIRE(std::distance(fs::directory_iterator(scratch), {}) == 2);
    {
        const grader::TemporaryDirectory next(scratch);
        CHECK(std::distance(fs::directory_iterator(scratch), {}) == 2);
        const grader::TemporaryDirectory another(scratch);
        CHECK(fs::exists(next.path()));
    }
    CHECK(fs::exists(scratch / "grader-abcdef"));
    CHECK(std::distance(fs::directory_iterator(scratch), {}) == 1);
}

TEST_CASE("a draft of a killed writer is removed by the next write of the file", "[claim]") {
    const fs::path scratch = harness::scratch("claim-drafts");
    for (const char* stays : {".report.json.mine.draft", ".report.json.1-0.draft~", ".other.json.1-0.draft"})
        harness::write(scratch / stays, "text");
    harness::write(scratch / (".report.json." + std::to_string(::getpid()) + "-0.draft"), "half a rep");
    harness::write(scratch / ".report.json.1-17.draft", "half a rep");
    grader::write_atomically(scratch / "report.json", "a report");
    CHECK(harness::read(scratch / "report.json") == "a report");
    CHECK(std::distance(fs::directory_iterator(scratch), {}) == 4);
}

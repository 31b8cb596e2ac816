#include "grading/history/journal.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <catch2/catch_test_macros.hpp>

#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::Journal;

Journal::Compacted last_ten(const Journal::Lines& lines) {
    const std::size_t kept = std::min<std::size_t>(lines.size(), 10);
    return {{lines.end() - static_cast<std::ptrdiff_t>(kept), lines.end()}, true};
}

bool append(const Journal& journal, const std::string& line) { return journal.append(line, last_ten); }

std::vector<fs::path> put_aside(const fs::path& directory) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(directory))
        if (entry.path().filename().string().find(".damaged-") != std::string::npos)
            found.push_back(entry.path());
    return found;
}

} // namespace

TEST_CASE("journal lines are read back in the order of appending", "[journal]") {
    const fs::path file = harness::scratch("journal") / "deep/down/lines";
    const Journal journal(file);
    CHECK(journal.lines().empty());
    CHECK(append(journal, "one"));
    CHECK(append(journal, "two"));
    CHECK(Journal(file).lines() == Journal::Lines{"one", "two"});
}

TEST_CASE("an incomplete journal line is ended before the next one is appended", "[journal]") {
    const fs::path file = harness::scratch("journal-torn") / "lines";
    harness::write(file, "whole\nhal");
    CHECK(append(Journal(file), "next"));
    CHECK(harness::read(file) == "whole\nhal\nnext\n");
}

TEST_CASE("many processes append at once, and no line is lost or torn", "[journal]") {
    const fs::path file = harness::scratch("journal-many") / "lines";
    constexpr int writers = 8;
    constexpr int lines_each = 60;
    // Long enough that the journal is compacted repeatedly, by one writer while the others append: the lines
    // that it has read by then must be complete.
    const std::string padding(20'000, '.');
    const auto without_padding = [](Journal::Lines lines) {
        for (std::string& line : lines) line = line.substr(0, line.find('.'));
        return Journal::Compacted{std::move(lines), true};
    };
    std::vector<pid_t> children;
    for (int writer = 0; writer < writers; ++writer) {
        const pid_t child = ::fork();
        if (child == 0) {
            bool good = true;
            for (int line = 0; line < lines_each; ++line)
                good = Journal(file).append(std::to_string(writer) + " " + std::to_string(line) + padding,
                                            without_padding) &&
                       good;
            ::_exit(good ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(status == 0);
    }
    const Journal::Lines lines = Journal(file).lines();
    REQUIRE(lines.size() == writers * lines_each);
    std::vector<int> next(writers, 0);
    std::size_t shortened = 0;
    for (const std::string& line : lines) {
        const auto writer = static_cast<std::size_t>(line[0] - '0');
        const std::string begin = std::to_string(writer) + " " + std::to_string(next.at(writer)++);
        CHECK((line == begin || line == begin + padding));
        shortened += line == begin ? 1 : 0;
    }
    CHECK(shortened > lines.size() / 2);
}

TEST_CASE("a journal above its maximum size is compacted", "[journal]") {
    const fs::path directory = harness::scratch("journal-long");
    const Journal journal(directory / "lines");
    const std::string line(100'000, 'x');
    for (int i = 0; i < 30; ++i) REQUIRE(append(journal, line));
    CHECK(fs::file_size(directory / "lines") < 2'200'000);
    CHECK(journal.lines().size() >= 10);
    CHECK(put_aside(directory).empty());

    // Unreadable lines are moved aside, not deleted.
    const auto damaged = [](const Journal::Lines& lines) {
        return Journal::Compacted{{lines.back()}, false};
    };
    for (int i = 0; i < 30; ++i) REQUIRE(journal.append(line, damaged));
    REQUIRE_FALSE(put_aside(directory).empty());
    CHECK(fs::file_size(put_aside(directory).front()) > 2'000'000);
    CHECK(journal.lines().size() < 25);
}

TEST_CASE("an oversized journal is moved aside without being read", "[journal]") {
    const fs::path directory = harness::scratch("journal-huge");
    std::ofstream(directory / "lines") << "x";
    fs::resize_file(directory / "lines", std::uintmax_t{1} << 30); // a sparse file
    const Journal journal(directory / "lines");
    CHECK(journal.lines().empty());
    CHECK(append(journal, "new"));
    CHECK(journal.lines() == Journal::Lines{"new"});
    REQUIRE(put_aside(directory).size() == 1);
    CHECK(fs::file_size(put_aside(directory).front()) == std::uintmax_t{1} << 30);
}

TEST_CASE("a lock that is never released delays other processes only briefly", "[journal][slow]") {
    const fs::path directory = harness::scratch("journal-locked");
    const Journal journal(directory / "lines");
    REQUIRE(append(journal, "before"));
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t holder = ::fork();
    if (holder == 0) {
        const int lock = ::open((directory / "lock").c_str(), O_RDWR);
        const bool held = ::flock(lock, LOCK_EX) == 0 && ::write(ready[1], "x", 1) == 1;
        if (held) ::pause();
        ::_exit(1);
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    CHECK(append(journal, "meanwhile"));
    ::kill(holder, SIGKILL);
    ::waitpid(holder, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    CHECK(journal.lines() == Journal::Lines{"before", "meanwhile"});
}

// Returning reports into folders and repositories that students own and set traps in.

#include <atomic>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "classroom/submissions/return_reports.h"
#include "classroom/tests/git_samples.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using git_samples::git;
using git_samples::need_git;
using git_samples::Student;
using grader::return_reports;

using Texts = std::map<std::string, std::string>;
const Texts two_reports = {{"01_scale.txt", "passed\n"}, {"02_sum.txt", "failed\n"}};

struct stat status_of(const fs::path& file) {
    struct stat status {};
    REQUIRE(::lstat(file.c_str(), &status) == 0);
    return status;
}

/// A student's folder, and a file of the instructor's that must not be changed.
struct Trapped {
    explicit Trapped(const std::string& name)
        : student(harness::scratch(name) / "ada"), home(harness::scratch(name + "-home")),
          secret(home / "secret") {
        fs::create_directories(student);
        harness::write(secret, "secret");
    }
    void check_home() const {
        CHECK(harness::read(secret) == "secret");
        CHECK(std::distance(fs::directory_iterator(home), fs::directory_iterator()) == 1);
    }
    fs::path student, home, secret;
};

std::string reports_of(const Student& student, const std::string& name) {
    return git(student.bare, {"show", "reports:" + name});
}

std::string count_of_reports(const Student& student) {
    return git(student.bare, {"rev-list", "--count", "reports"});
}

} // namespace

TEST_CASE("reports are in a folder readable by all and only changed ones are rewritten", "[give-back]") {
    const Trapped at("give-back-folder");
    const mode_t before = ::umask(077);
    CHECK(return_reports(at.student, two_reports) == std::nullopt);
    ::umask(before);
    CHECK(harness::read(at.student / "reports/01_scale.txt") == "passed\n");
    CHECK(harness::read(at.student / "reports/02_sum.txt") == "failed\n");
    CHECK((status_of(at.student / "reports").st_mode & 07777) == 0755);
    CHECK((status_of(at.student / "reports/02_sum.txt").st_mode & 07777) == 0644);
    harness::write(at.student / "reports/own.txt", "the student's");
    const ino_t first = status_of(at.student / "reports/01_scale.txt").st_ino;
    const ino_t second = status_of(at.student / "reports/02_sum.txt").st_ino;
    CHECK(return_reports(at.student, {{"01_scale.txt", "passed\n"}, {"02_sum.txt", "passed now\n"}}) ==
          std::nullopt);
    CHECK(status_of(at.student / "reports/01_scale.txt").st_ino == first);
    CHECK(status_of(at.student / "reports/02_sum.txt").st_ino != second);
    CHECK(harness::read(at.student / "reports/02_sum.txt") == "passed now\n");
    CHECK(std::distance(fs::directory_iterator(at.student / "reports"), fs::directory_iterator()) == 3);
}

TEST_CASE("returning reports follows no link and never blocks", "[give-back]") {
    const Trapped at("give-back-traps");
    const fs::path reports = at.student / "reports";
    SECTION("a link as the folder") {
        fs::create_directory_symlink(at.home, reports);
        CHECK_THAT(return_reports(at.student, two_reports).value_or(""),
                   ContainsSubstring("a symbolic link or a file"));
    }
    SECTION("a file as the folder") {
        harness::write(reports, "x");
        CHECK_THAT(return_reports(at.student, two_reports).value_or(""),
                   ContainsSubstring("a symbolic link or a file"));
    }
    SECTION("a pipe as the folder") {
        REQUIRE(::mkfifo(reports.c_str(), 0644) == 0);
        CHECK(return_reports(at.student, two_reports).has_value());
    }
    SECTION("a link as the student's folder") {
        fs::remove_all(at.student);
        fs::create_directory_symlink(at.home, at.student);
        CHECK(return_reports(at.student, two_reports).has_value());
    }
    SECTION("links as files") {
        fs::create_directories(reports);
        fs::create_symlink(at.secret, reports / "01_scale.txt");
        fs::create_hard_link(at.secret, reports / "02_sum.txt");
        fs::create_symlink(at.secret, reports / ".kernelsmith-draft");
        CHECK(return_reports(at.student, two_reports) == std::nullopt);
        CHECK(S_ISREG(status_of(reports / "01_scale.txt").st_mode));
        CHECK(harness::read(reports / "02_sum.txt") == "failed\n");
    }
    SECTION("a folder as a file") {
        fs::create_directories(reports / "01_scale.txt/more");
        CHECK_THAT(return_reports(at.student, two_reports).value_or(""),
                   ContainsSubstring("01_scale.txt: a folder is in its place"));
        CHECK(harness::read(reports / "02_sum.txt") == "failed\n");
        CHECK_FALSE(fs::exists(reports / ".kernelsmith-draft"));
    }
    SECTION("a folder as the draft") {
        fs::create_directories(reports / ".kernelsmith-draft");
        CHECK_THAT(return_reports(at.student, two_reports).value_or(""),
                   ContainsSubstring("a folder is in its place"));
    }
    SECTION("a pipe as a file") {
        fs::create_directories(reports);
        REQUIRE(::mkfifo((reports / "01_scale.txt").c_str(), 0644) == 0);
        CHECK(return_reports(at.student, two_reports) == std::nullopt);
        CHECK(harness::read(reports / "01_scale.txt") == "passed\n");
    }
    at.check_home();
}

TEST_CASE("a reports folder swapped for a link at any moment is not followed", "[give-back]") {
    const Trapped at("give-back-race");
    const fs::path reports = at.student / "reports", aside = at.student / "aside";
    fs::create_directory_symlink(at.home, at.student / "link");
    std::atomic<bool> stop = false;
    std::thread swapper([&] {
        while (!stop) {
            ::rename(reports.c_str(), aside.c_str());
            ::rename((at.student / "link").c_str(), reports.c_str());
            ::rename(reports.c_str(), (at.student / "link").c_str());
            ::rename(aside.c_str(), reports.c_str());
        }
    });
    int given = 0;
    for (int i = 0; i < 400; ++i)
        if (!return_reports(at.student, {{"01_scale.txt", std::to_string(i)}})) ++given;
    stop = true;
    swapper.join();
    INFO(given << " of 400 were given back");
    at.check_home();
}

TEST_CASE("if a folder cannot be written then the reason is reported", "[give-back]") {
    if (::geteuid() == 0) SKIP("root can write into every folder");
    const Trapped at("give-back-read-only");
    fs::permissions(at.student, fs::perms::owner_read | fs::perms::owner_exec);
    const std::optional<std::string> why = return_reports(at.student, two_reports);
    fs::permissions(at.student, fs::perms::owner_all);
    CHECK_THAT(why.value_or(""), ContainsSubstring("Permission denied"));
}

TEST_CASE("files that root creates for a student belong to the student", "[give-back]") {
    if (::geteuid() != 0) SKIP("only root can give files away");
    constexpr uid_t student = 12'345;
    const Trapped at("give-back-owner");
    REQUIRE(::chown(at.student.c_str(), student, student) == 0);
    CHECK(return_reports(at.student, two_reports) == std::nullopt);
    CHECK(status_of(at.student / "reports").st_uid == student);
    CHECK(status_of(at.student / "reports/01_scale.txt").st_uid == student);

    need_git();
    const Student ada(harness::scratch("give-back-owner-class"), "ada");
    ada.submit("01_scale", "mine");
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(ada.bare))
        REQUIRE(::chown(entry.path().c_str(), student, student) == 0);
    CHECK(return_reports(ada.bare, two_reports) == std::nullopt);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(ada.bare))
        CHECK(status_of(entry.path()).st_uid == student);
}

TEST_CASE("a report with an unsafe name is not returned", "[give-back]") {
    const Trapped at("give-back-names");
    for (const std::string name : {"", "..", "../out", "/tmp/out", ".git", "a/b"})
        CHECK_THAT(return_reports(at.student, {{name, "x"}}).value_or(""),
                   ContainsSubstring("not a valid name for a file"));
    CHECK(fs::is_empty(at.student));
}

TEST_CASE("in a repository reports have a separate branch with a commit for each difference", "[give-back]") {
    need_git();
    const std::string format = GENERATE(as<std::string>(), "sha1", "sha256");
    const Student ada(harness::scratch("give-back-branch"), "ada", format);
    SECTION("with submissions in it") { ada.submit("01_scale", "mine"); }
    SECTION("with nothing in it yet") {}
    const std::string before = git(ada.bare, {"for-each-ref"});
    CHECK(return_reports(ada.bare, two_reports) == std::nullopt);
    CHECK(reports_of(ada, "01_scale.txt") == "passed");
    CHECK(git(ada.bare, {"log", "--format=%an <%ae> %cn", "reports"}) ==
          "Kernelsmith <kernelsmith@localhost> Kernelsmith");
    CHECK(return_reports(ada.bare, two_reports) == std::nullopt);
    CHECK(count_of_reports(ada) == "1");
    CHECK(return_reports(ada.bare, {{"01_scale.txt", "passed\n"}}) == std::nullopt);
    CHECK(count_of_reports(ada) == "2");
    CHECK(git(ada.bare, {"ls-tree", "--name-only", "reports"}) == "01_scale.txt");
    CHECK(git(ada.bare, {"for-each-ref", "refs/heads/main", "refs/tags"}) == before);
    CHECK(git(ada.bare, {"fsck", "--strict", "--no-dangling"}).empty());

    // The student's commands to read it; a commit on top of it is kept.
    ada.git({"fetch", "-q", "origin", "reports"});
    CHECK(ada.git({"show", "FETCH_HEAD:01_scale.txt"}) == "passed");
    ada.git({"checkout", "-q", "-b", "reports", "FETCH_HEAD"});
    harness::write(ada.tree / "01_scale.txt", "all points\n");
    ada.commit();
    ada.push();
    git(ada.bare, {"gc", "-q"});
    CHECK(return_reports(ada.bare, two_reports) == std::nullopt);
    CHECK(reports_of(ada, "01_scale.txt") == "passed");
    CHECK(count_of_reports(ada) == "4");
}

TEST_CASE("no hook and no setting of a repository affects the return of reports", "[give-back]") {
    need_git();
    const Student eve(harness::scratch("give-back-hooks"), "eve");
    const fs::path ran = harness::scratch("give-back-hooks-ran");
    eve.submit("01_scale", "mine");
    for (const std::string name :
         {"reference-transaction", "update", "post-update", "pre-receive", "post-receive"}) {
        harness::write(eve.bare / "hooks" / name, "#!/bin/sh\ntouch " + (ran / name).string() + "\nexit 1\n");
        fs::permissions(eve.bare / "hooks" / name, fs::perms::owner_all);
    }
    git(eve.bare, {"config", "gpg.program", "touch " + (ran / "gpg").string()});
    git(eve.bare, {"config", "commit.gpgSign", "true"});
    CHECK(return_reports(eve.bare, two_reports) == std::nullopt);
    CHECK(fs::is_empty(ran));
    CHECK(reports_of(eve, "02_sum.txt") == "failed");
}

TEST_CASE("returned reports change no other branch and no file outside the repository", "[give-back]") {
    need_git();
    const Trapped at("give-back-repository");
    const Student eve(harness::scratch("give-back-repository-class"), "eve");
    const std::string main = eve.submit("01_scale", "mine");
    const fs::path heads = eve.bare / "refs/heads";
    SECTION("a symbolic branch") {
        harness::write(heads / "reports", "ref: refs/heads/main\n");
        CHECK(return_reports(eve.bare, two_reports) == std::nullopt);
        CHECK(count_of_reports(eve) == "1");
    }
    SECTION("a branch that leads nowhere") {
        harness::write(heads / "reports", std::string(40, '5') + "\n");
        CHECK(return_reports(eve.bare, two_reports) == std::nullopt);
        CHECK(count_of_reports(eve) == "1");
    }
    SECTION("a link as the branch") {
        fs::create_symlink(at.secret, heads / "reports");
        CHECK(return_reports(eve.bare, two_reports) == std::nullopt);
    }
    SECTION("an empty folder as the branch") {
        fs::create_directories(heads / "reports");
        CHECK(return_reports(eve.bare, two_reports) == std::nullopt);
    }
    SECTION("a branch below the branch") {
        git(eve.bare, {"branch", "reports/mine", "main"});
        CHECK_THAT(return_reports(eve.bare, two_reports).value_or(""),
                   ContainsSubstring("it has a branch reports/mine"));
    }
    SECTION("a lock that is held") {
        harness::write(heads / "reports.lock", "");
        CHECK_THAT(return_reports(eve.bare, two_reports).value_or(""),
                   ContainsSubstring("refs/heads/reports.lock exists"));
        CHECK(fs::exists(heads / "reports.lock"));
    }
    SECTION("a link as the folder of branches") {
        fs::rename(heads, eve.bare / "kept");
        fs::create_directory_symlink(at.home, heads);
        CHECK(return_reports(eve.bare, two_reports).has_value());
        fs::remove(heads);
        fs::rename(eve.bare / "kept", heads);
    }
    SECTION("links as folders of objects") {
        for (int i = 0; i < 256; ++i) {
            char name[3];
            (void)std::snprintf(name, sizeof name, "%02x", i);
            if (!fs::exists(eve.bare / "objects" / name))
                fs::create_directory_symlink(at.home, eve.bare / "objects" / name);
        }
        CHECK(return_reports(eve.bare, two_reports).has_value());
    }
    at.check_home();
    CHECK(git(eve.bare, {"rev-parse", "main"}) == main);
}

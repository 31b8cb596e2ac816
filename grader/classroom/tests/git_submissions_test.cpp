// Submissions from bare repositories: what is found, when, and what is rejected.

#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "classroom/submissions/git_submissions.h"
#include "classroom/tests/git_samples.h"
#include "course/submissions.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using git_samples::need_git;
using git_samples::raw_entry;
using git_samples::Student;
using grader::FoundSubmission;
using grader::GitRules;
using grader::GitSubmissions;
using grader::GitTake;

const GitRules branch_rules{GitTake::branch, "main"};
const GitRules tag_rules{GitTake::tags, "main"};

const grader::Course& course_for_git() {
    static const grader::Course course(FIXTURE_COURSE, FIXTURE_MODULES);
    return course;
}

GitSubmissions submissions_of(const fs::path& directory, const GitRules& rules = branch_rules,
                              const fs::path& seen = {}) {
    return GitSubmissions(directory, course_for_git(), rules, seen);
}

/// Returns "student lab: text of student.cu", in the order of @p found.
std::vector<std::string> in_short(const std::vector<FoundSubmission>& found) {
    std::vector<std::string> lines;
    for (const FoundSubmission& one : found)
        for (const grader::FolderFile& file : one.files)
            if (file.name == "student.cu") lines.push_back(one.student + " " + one.lab + ": " + file.text);
    return lines;
}

std::vector<std::string> names_of(const FoundSubmission& found) {
    std::vector<std::string> names;
    for (const grader::FolderFile& file : found.files) names.push_back(file.name.string());
    return names;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("the last commit of a branch submits each of its labs once", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-branch");
    const Student ada(directory, "ada");
    harness::write(ada.tree / "labs/01_scale/student.cu", "one");
    harness::write(ada.tree / "labs/01_scale/more/own.cuh", "own");
    harness::write(ada.tree / "01_scale/student.cu", "not this one");
    harness::write(ada.tree / "02_sum/student.cu", "two");
    harness::write(ada.tree / "03_other/student.cu", "of no lab");
    const std::string id = ada.commit(1'700'000'100);
    ada.push();
    GitSubmissions submissions = submissions_of(directory);
    const std::vector<FoundSubmission> found = submissions.scan();
    REQUIRE(in_short(found) == Lines{"ada 01_scale: one", "ada 02_sum: two"});
    CHECK(names_of(found[0]) == Lines{"more/own.cuh", "student.cu"});
    CHECK(found[0].claimed == 1'700'000'100);
    CHECK(found[0].from == "branch main, commit " + id.substr(0, 12));
    CHECK(submissions.scan().empty());

    ada.submit("02_sum", "two again", 1'700'000'200);
    const std::vector<FoundSubmission> later = submissions.scan();
    CHECK(in_short(later) == Lines{"ada 01_scale: one", "ada 02_sum: two again"});
    CHECK(later.back().claimed == 1'700'000'200);

    // A branch that is moved back by force has different files as well.
    ada.git({"reset", "-q", "--hard", id});
    ada.push();
    CHECK(in_short(submissions.scan()) == Lines{"ada 01_scale: one", "ada 02_sum: two"});
    CHECK(submissions.refused().empty());
    CHECK(submissions.students() == Lines{"ada"});
    CHECK(submissions.location_of("ada") == ada.bare);
}

TEST_CASE("a tag with a lab's number submits that lab and a moved tag submits it again", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-tags");
    const Student ada(directory, "ada");
    harness::write(ada.tree / "labs/02_sum/student.cu", "two");
    ada.submit("01_scale", "one", 1'700'000'100);
    ada.git({"tag", "01"});
    ada.git({"tag", "v1"});
    ada.git({"tag", "011"});
    ada.git({"tag", "03"});
    ada.git({"tag", "not-01"});
    ada.push();
    GitSubmissions submissions = submissions_of(directory, tag_rules);
    const std::vector<FoundSubmission> first = submissions.scan();
    REQUIRE(in_short(first) == Lines{"ada 01_scale: one"});
    CHECK(first[0].claimed == 1'700'000'100);
    CHECK_THAT(first[0].from, ContainsSubstring("tag 01, commit "));

    // The time of an annotated tag is its own, not its commit's.
    ada.git({"tag", "-m", "Here", "submission/01-second_try"}, 1'700'000'300);
    ada.git({"tag", "-m", "Here", "02_sum"}, 1'700'000'200);
    ada.push();
    const std::vector<FoundSubmission> second = submissions.scan();
    REQUIRE(in_short(second) == Lines{"ada 02_sum: two", "ada 01_scale: one"});
    CHECK(second[0].claimed == 1'700'000'200);
    CHECK(second[1].claimed == 1'700'000'300);

    ada.submit("01_scale", "better", 1'700'000'400);
    CHECK(submissions.scan().empty());
    ada.git({"tag", "--force", "01"});
    ada.push();
    CHECK(in_short(submissions.scan()) == Lines{"ada 01_scale: better"});
    CHECK(submissions.refused().empty());
}

TEST_CASE("tags that were read before a restart are not read again", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-seen");
    const fs::path seen = harness::scratch("git-seen-file") / "git";
    const Student ada(directory, "ada");
    ada.submit("01_scale", "late", 1'700'000'300);
    ada.git({"tag", "01-a"});
    ada.submit("01_scale", "early", 1'700'000'100);
    ada.git({"tag", "01-b"});
    ada.git({"tag", "02-a"});
    ada.push();
    GitSubmissions before = submissions_of(directory, tag_rules, seen);
    CHECK(in_short(before.scan()) == Lines{"ada 01_scale: early", "ada 01_scale: late"});
    CHECK(in_short(submissions_of(directory, tag_rules, seen).scan()).size() ==
          2); // not recorded as stored yet
    before.save_seen();
    GitSubmissions after = submissions_of(directory, tag_rules, seen);
    CHECK(after.scan().empty());
    // Rejections are reported after a restart as well.
    CHECK(after.refused() == before.refused());
    CHECK_THAT(after.refused().at("ada"),
               ContainsSubstring("neither labs/02_sum/student.cu nor 02_sum/student.cu"));
    ada.git({"tag", "--force", "01-b", "01-a"});
    ada.push();
    CHECK(in_short(after.scan()) == Lines{"ada 01_scale: late"});
}

TEST_CASE("links and submodules and files beyond the limits are not submitted", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-bounds");
    const Student ada(directory, "ada");
    const fs::path lab = ada.tree / "01_scale";
    for (int i = 0; i < 300; ++i) harness::write(lab / ("a" + std::to_string(1000 + i) + ".h"), "x");
    harness::write(lab / "b/c/d/e/deep.h", "deep");
    harness::write(lab / "b/c/d/e/f/deeper.h", "deeper");
    harness::write(lab / "huge.h", std::string((1 << 20) + 1, 'x'));
    fs::create_symlink("/etc/passwd", lab / "a_link.h");
    harness::write(ada.tree / "02_sum/real.cu", "real");
    fs::create_symlink("real.cu", ada.tree / "02_sum/student.cu");
    ada.submit("01_scale", "one");
    GitSubmissions submissions = submissions_of(directory);
    const std::vector<FoundSubmission> found = submissions.scan();
    REQUIRE(in_short(found) == Lines{"ada 01_scale: one"});
    CHECK(found[0].files.size() == 256);
    CHECK_THAT(submissions.refused().at("ada"),
               ContainsSubstring("02_sum: student.cu is a link, and links are not followed"));

    for (int i = 0; i < 300; ++i) fs::remove(lab / ("a" + std::to_string(1000 + i) + ".h"));
    fs::remove_all(ada.tree / "02_sum");
    ada.commit();
    ada.git({"update-index", "--add", "--cacheinfo", "160000," + std::string(40, '1') + ",01_scale/sub"});
    ada.git({"update-index", "--add", "--cacheinfo", "160000," + std::string(40, '1') + ",02_sum"});
    ada.git({"commit", "-qm", "Submodules"});
    ada.push();
    const std::vector<FoundSubmission> later = submissions.scan();
    REQUIRE(later.size() == 1);
    CHECK(names_of(later[0]) == Lines{"b/c/d/e/deep.h", "student.cu"});
    CHECK_THAT(submissions.refused().at("ada"),
               ContainsSubstring("02_sum: its folder is a link, a file or a submodule"));
    harness::write(lab / "student.cu", std::string((1 << 20) + 1, 'x'));
    ada.commit();
    ada.push();
    CHECK(submissions.scan().empty());
    CHECK_THAT(submissions.refused().at("ada"),
               ContainsSubstring("01_scale: student.cu has more than 1 MiB"));
}

TEST_CASE("tree entries with unsafe or duplicate names are not submitted", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-names");
    const Student eve(directory, "eve");
    const std::string text = eve.make_object("blob", "mine");
    const std::string below = eve.make_object("tree", raw_entry("100644", "inner.h", text));
    const std::string up = eve.make_object("tree", raw_entry("40000", "..", below));
    std::string entries;
    for (const std::string& name :
         {std::string(".."), std::string("../../out.h"), std::string("/tmp/out.h"), std::string("."),
          std::string(300, 'n'), std::string("twice.h"), std::string("twice.h"), std::string("student.cu"),
          std::string("student.cu")})
        entries += raw_entry("100644", name, text);
    entries += raw_entry("40000", "twice.h", below) + raw_entry("40000", "up", up) +
               raw_entry("40000", "fine", below);
    entries += raw_entry("40000", "student.cu", below) + raw_entry("100644", "line\nend.h", text);
    const std::string lab = eve.make_object("tree", entries);
    const std::string top = eve.make_object("tree", raw_entry("40000", "01_scale", lab));
    git_samples::git(eve.bare, {"update-ref", "refs/heads/main", eve.make_commit(top)});
    const std::vector<FoundSubmission> found = submissions_of(directory).scan();
    REQUIRE(found.size() == 1);
    CHECK(names_of(found[0]) == Lines{"fine/inner.h", "line\nend.h", "student.cu", "twice.h"});
}

TEST_CASE("no program from a repository's configuration or hooks is executed", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-hostile");
    const fs::path ran = harness::scratch("git-hostile-ran");
    const Student eve(directory, "eve");
    eve.submit("01_scale", "one");
    // Git fetches a missing object from a promisor remote, which can run a program.
    const std::string tree = eve.make_object("tree", raw_entry("100644", "student.cu", std::string(40, '7')));
    const std::string top = eve.make_object("tree", raw_entry("40000", "02_sum", tree));
    git_samples::git(eve.bare, {"update-ref", "refs/heads/main", eve.make_commit(top)});
    const std::string touch = "touch " + (ran / "it").string();
    for (const std::string name :
         {"reference-transaction", "post-index-change", "update", "post-checkout", "pre-auto-gc"}) {
        harness::write(eve.bare / "hooks" / name, "#!/bin/sh\n" + touch + "\n");
        fs::permissions(eve.bare / "hooks" / name, fs::perms::owner_all);
    }
    harness::write(eve.bare / "included", "[core]\n\tfsmonitor = " + touch + "\n");
    harness::write(
        eve.bare / "config",
        "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\thooksPath = " +
            (eve.bare / "hooks").string() + "\n\tsshCommand = " + touch + "\n\tpager = " + touch +
            "\n\tfsmonitor = " + touch +
            "\n[pager]\n\tls-tree = true\n[include]\n\tpath = included\n"
            "[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n"
            "[extensions]\n\tpartialClone = evil\n[remote \"evil\"]\n\tpromisor = true\n\turl = ext::" +
            touch + "\n");
    GitSubmissions submissions = submissions_of(directory);
    CHECK(submissions.scan().empty());
    CHECK_THAT(submissions.refused().at("eve"), ContainsSubstring("the object of student.cu is missing"));
    CHECK(fs::is_empty(ran));
    // The trap works: git itself runs the program.
    const std::string line =
        "git --git-dir=\"$1\" -c safe.directory=* cat-file -p " + std::string(40, '7') + " || true";
    harness::run({"/bin/sh", "-c", line, "sh", eve.bare.string()}, {{"GIT_CONFIG_GLOBAL", "/dev/null"}});
    CHECK_FALSE(fs::is_empty(ran));
}

TEST_CASE("no object of another repository is read", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-borrowed");
    const Student bob(directory, "bob");
    const std::string id = bob.submit("01_scale", "bob's");
    const Student eve(directory, "eve");
    harness::write(eve.bare / "refs/heads/main", id + "\n");
    SECTION("by a list of alternates") {
        harness::write(eve.bare / "objects/info/alternates", (bob.bare / "objects").string() + "\n");
    }
    SECTION("by a link in the place of the objects") {
        fs::remove_all(eve.bare / "objects");
        fs::create_directory_symlink(bob.bare / "objects", eve.bare / "objects");
    }
    SECTION("by links in the place of folders") {
        for (const fs::directory_entry& entry : fs::directory_iterator(bob.bare / "objects")) {
            fs::remove_all(eve.bare / "objects" / entry.path().filename());
            fs::create_directory_symlink(entry.path(), eve.bare / "objects" / entry.path().filename());
        }
    }
    SECTION("by links in the place of files") {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(bob.bare / "objects")) {
            const fs::path place = eve.bare / "objects" / fs::relative(entry.path(), bob.bare / "objects");
            if (entry.is_directory())
                fs::create_directories(place);
            else
                fs::create_symlink(entry.path(), place);
        }
    }
    GitSubmissions submissions = submissions_of(directory);
    CHECK(in_short(submissions.scan()) == Lines{"bob 01_scale: bob's"});
    CHECK(submissions.refused().contains("eve"));
    const bool borrows = fs::exists(eve.bare / "objects/info/alternates");
    CHECK((submissions.refused().at("eve").find("git repack -a -d") != std::string::npos) == borrows);
}

TEST_CASE("a broken repository affects only its student and is read again after a change", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-broken");
    const Student ada(directory, "ada");
    const Student zoe(directory, "zoe");
    ada.submit("01_scale", "ada's");
    zoe.submit("01_scale", "zoe's");
    const Student bob(directory, "bob");
    SECTION("no objects") { fs::remove_all(bob.bare / "objects"); }
    SECTION("nothing at all") {
        fs::remove_all(bob.bare);
        fs::create_directories(bob.bare);
    }
    SECTION("a branch that leads nowhere") {
        harness::write(bob.bare / "refs/heads/main", std::string(40, '5') + "\n");
    }
    SECTION("an object that is none") {
        harness::write(bob.bare / "refs/heads/main", std::string(40, '5') + "\n");
        harness::write(bob.bare / "objects/55" / std::string(38, '5'), "none");
    }
    SECTION("a pipe in the place of the list of references") {
        REQUIRE(::mkfifo((bob.bare / "packed-refs").c_str(), 0644) == 0);
    }
    SECTION("too many references") {
        std::string list;
        for (int i = 0; i < 3000; ++i)
            list += std::string(40, '5') + " refs/tags/t" + std::to_string(i) + "\n";
        harness::write(bob.bare / "packed-refs", list);
    }
    SECTION("references that are not read here") { fs::create_directories(bob.bare / "reftable"); }
    SECTION("folders in folders without an end") {
        std::string tree = bob.make_object("tree", raw_entry("100644", "x.h", bob.make_object("blob", "x")));
        for (int depth = 0; depth < 12; ++depth) {
            std::string entries;
            for (char name = 'a'; name <= 'j'; ++name)
                entries += raw_entry("40000", std::string(1, name), tree);
            tree = bob.make_object("tree", entries);
        }
        const std::string top = bob.make_object("tree", raw_entry("40000", "01_scale", tree));
        git_samples::git(bob.bare, {"update-ref", "refs/heads/main", bob.make_commit(top)});
    }
    GitSubmissions submissions = submissions_of(directory);
    CHECK(in_short(submissions.scan()) == Lines{"ada 01_scale: ada's", "zoe 01_scale: zoe's"});
    REQUIRE(submissions.refused().contains("bob"));
    CHECK_THAT(submissions.refused().at("bob"), ContainsSubstring("the repository cannot be used"));
    CHECK(submissions.refused().size() == 1);
    CHECK(submissions.scan().empty());

    fs::remove_all(bob.bare);
    const Student better(directory, "bob");
    better.submit("01_scale", "bob's");
    CHECK(in_short(submissions.scan()) == Lines{"bob 01_scale: bob's"});
    CHECK(submissions.refused().empty());
}

TEST_CASE("an unreadable tag does not prevent submissions by other tags", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-one-tag");
    const Student ada(directory, "ada");
    harness::write(ada.tree / "02_sum/student.cu", "two");
    ada.submit("01_scale", "one", 1'700'000'100);
    ada.git({"tag", "01"});
    ada.git({"tag", "02"});
    ada.push();
    // With an earlier time than the other commits, so that it is read first.
    const std::string tree = ada.make_object("tree", raw_entry("40000", "01_scale", std::string(40, '6')));
    harness::write(ada.bare / "refs/tags/01-no-tree", ada.make_commit(tree) + "\n");
    harness::write(ada.bare / "refs/tags/01-gone", std::string(40, '5') + "\n");
    harness::write(ada.bare / "refs/tags/02-blob", ada.make_object("blob", "no commit") + "\n");
    GitSubmissions submissions = submissions_of(directory, tag_rules);
    CHECK(in_short(submissions.scan()) == Lines{"ada 01_scale: one", "ada 02_sum: two"});
    const std::string refused = submissions.refused().at("ada");
    CHECK_THAT(refused, ContainsSubstring("the repository cannot be used: ") &&
                            ContainsSubstring("tag 02-blob does not point to a commit"));
    CHECK(submissions.scan().empty());
}

TEST_CASE("packed repositories and SHA-256 repositories are read", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-packed");
    const std::string format = GENERATE(as<std::string>(), "sha1", "sha256");
    const Student ada(directory, "ada", format);
    ada.submit("01_scale", "first");
    ada.submit("01_scale", "second");
    git_samples::git(ada.bare, {"gc", "-q"});
    REQUIRE_FALSE(fs::exists(ada.bare / "refs/heads/main"));
    CHECK(in_short(submissions_of(directory).scan()) == Lines{"ada 01_scale: second"});
    fs::remove_all(ada.bare);
}

TEST_CASE("students' names are those of their repositories whatever bytes they contain", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-students");
    for (const std::string name : {"J\xf6rg", "Jörg", "$(reboot)", "o'brien \"q\"", "-rf"})
        Student(directory, name).submit("01_scale", "x");
    fs::create_directory_symlink("Jörg.git", directory / "link.git");
    fs::create_directories(directory / "folder/01_scale");
    const Student late(directory, "late");
    late.git({"checkout", "-q", "-b", "master"});
    late.submit("01_scale", "x");
    GitSubmissions submissions = submissions_of(directory);
    CHECK(submissions.scan().size() == 5);
    CHECK(submissions.students() == Lines{"$(reboot)", "-rf", "J\\xF6rg", "Jörg", "late", "o'brien \"q\""});
    CHECK(submissions.refused() ==
          std::map<std::string, std::string>{
              {"late", "branch main not found; the repository has only the branch master"}});
    late.git({"push", "-q", "origin", "master:main"});
    CHECK(in_short(submissions.scan()) == Lines{"late 01_scale: x"});
    CHECK(submissions.refused().empty());
}

TEST_CASE("git reads the student's objects whatever the environment of the grader sets", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-environment");
    const Student ada(directory, "ada");
    ada.submit("01_scale", "one");
    ::setenv("GIT_DIR", "/nowhere", 1);
    ::setenv("GIT_OBJECT_DIRECTORY", "/nowhere", 1);
    const std::vector<FoundSubmission> found = submissions_of(directory).scan();
    ::unsetenv("GIT_DIR");
    ::unsetenv("GIT_OBJECT_DIRECTORY");
    CHECK(in_short(found) == Lines{"ada 01_scale: one"});
}

TEST_CASE("a bare repository is not a student's folder", "[git]") {
    need_git();
    const fs::path directory = harness::scratch("git-no-folder");
    const Student ada(directory, "ada");
    harness::write(ada.bare / "01_scale/student.cu", "hidden in the repository");
    harness::write(directory / "bob/01_scale/student.cu", "bob's");
    harness::write(directory / "carl.git/01_scale/student.cu", "a folder of this name");
    const grader::Submissions found = grader::find_submissions(directory, course_for_git());
    REQUIRE(found.students.size() == 2);
    CHECK(found.students[0].id == "bob");
    CHECK(found.students[1].id == "carl.git");
    CHECK(found.has_repositories);
    CHECK(found.skipped.empty());
}

TEST_CASE("the table git of class.toml selects the submissions and each mistake in it is named", "[git]") {
    const auto read = [](const std::string& text) {
        const fs::path file = harness::scratch("git-rules") / "class.toml";
        harness::write(file, text);
        grader::TomlErrors complaints("class.toml");
        GitRules rules;
        grader::read_strictly(file, complaints, [&](grader::StrictTable& top) {
            rules = grader::read_git_rules(std::move(*top.optional_table("git")));
        });
        return std::pair(rules, complaints.text());
    };
    CHECK(read("[git]\n").first.take == GitTake::branch);
    CHECK(read("[git]\n").first.branch == "main");
    CHECK(read("[git]\ntake = \"tags\"\n").first.take == GitTake::tags);
    CHECK(read("[git]\ntake = \"branch\"\nbranch = \"submission\"\n").first.branch == "submission");
    CHECK(read("[git]\ntake = \"all\"\n").second == "class.toml:2: git.take: must be \"branch\" or \"tags\"");
    CHECK_THAT(read("[git]\nbranch = \"reports\"\n").second,
               ContainsSubstring("git.branch: is not a valid name of a branch"));
    CHECK_THAT(read("[git]\ntake = \"tags\"\nbranch = \"x\"\n").second, ContainsSubstring("has no effect"));
    CHECK_THAT(read("[git]\nbrunch = \"x\"\n").second, ContainsSubstring("brunch"));
}

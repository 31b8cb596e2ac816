#include "classroom/tests/git_samples.h"

#include <catch2/catch_test_macros.hpp>

#include "grading/processes/process.h"
#include "testing/harness.h"

namespace fs = std::filesystem;

namespace git_samples {

void need_git() {
    if (grader::find_program("git").empty()) SKIP("there is no git here");
}

std::string git(const fs::path& directory, std::vector<std::string> arguments, long when) {
    const std::string date = "@" + std::to_string(when) + " +0000";
    const harness::Environment environment = {
        {"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"},
        {"GIT_AUTHOR_NAME", "Ada"},         {"GIT_AUTHOR_EMAIL", "ada@localhost"},
        {"GIT_COMMITTER_NAME", "Ada"},      {"GIT_COMMITTER_EMAIL", "ada@localhost"},
        {"GIT_AUTHOR_DATE", date},          {"GIT_COMMITTER_DATE", date}};
    std::vector<std::string> line = {grader::find_program("git").string(), "-C", directory.string()};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const harness::RunResult ran = harness::run(line, environment);
    INFO(ran.out << ran.err);
    REQUIRE(ran.status == 0);
    return ran.out.ends_with('\n') ? ran.out.substr(0, ran.out.size() - 1) : ran.out;
}

Student::Student(const fs::path& directory, const std::string& name, const std::string& format)
    : tree(directory.parent_path() / (directory.filename().string() + "-trees") / name),
      bare(directory / (name + ".git")) {
    fs::remove_all(tree);
    fs::create_directories(tree);
    fs::create_directories(bare);
    const std::string object_format = "--object-format=" + format;
    git_samples::git(bare, {"init", "-q", "--bare", object_format, "-b", "main"});
    git({"init", "-q", object_format, "-b", "main"});
    git({"remote", "add", "origin", bare.string()});
}

std::string Student::git(std::vector<std::string> arguments, long when) const {
    return git_samples::git(tree, std::move(arguments), when);
}

std::string Student::commit(long when) const {
    git({"add", "-A"}, when);
    git({"commit", "-q", "--allow-empty", "-m", "Work"}, when);
    return git({"rev-parse", "HEAD"});
}

std::string Student::submit(const std::string& lab, const std::string& text, long when) const {
    harness::write(tree / lab / "student.cu", text);
    std::string id = commit(when);
    push();
    return id;
}

void Student::push() const {
    git({"push", "-q", "--force", "--all", "origin"});
    git({"push", "-q", "--force", "--tags", "origin"});
}

std::string Student::make_object(const std::string& type, const std::string& bytes) const {
    const fs::path file = tree.parent_path() / "object";
    harness::write(file, bytes);
    return git_samples::git(bare, {"hash-object", "-t", type, "-w", "--literally", file.string()});
}

std::string Student::make_commit(const std::string& tree_id) const {
    return git_samples::git(bare, {"commit-tree", tree_id, "-m", "Made"});
}

std::string raw_entry(const std::string& mode, const std::string& name, const std::string& id) {
    std::string entry = mode + " " + name + '\0';
    for (std::size_t i = 0; i + 1 < id.size(); i += 2)
        entry.push_back(static_cast<char>(std::stoi(id.substr(i, 2), nullptr, 16)));
    return entry;
}

} // namespace git_samples

// A class in which some submissions try to read or change files of others.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/isolation/isolation.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::Report;
using harness::RunResult;

/// A class of ann, whose file is right, and mallory, whose files a test submits. Skips the test if there is
/// no sandbox.
class Strangers {
public:
    explicit Strangers(const std::string& name) : folder_(harness::scratch(name)) {
        const grader::Isolation best =
            make_isolation(grader::IsolationRequest::automatic, fs::path(GRADER_BINARY).parent_path());
        if (best.level == grader::IsolationLevel::process) SKIP(best.missing.front());
        harness::write(folder_ / "ann/01_scale/student.cu", harness::read(harness::student("passes.cu")));
    }

    /// Returns the path of a file of mallory's, next to the student.cu.
    [[nodiscard]] fs::path mallorys(const std::string& file) const {
        return folder_ / "mallory/01_scale" / file;
    }
    [[nodiscard]] const fs::path& folder() const { return folder_; }

    /// Grades all, checks ann's grade, and returns mallory's.
    [[nodiscard]] nlohmann::json mallorys_grade() const {
        Grader grader;
        grader.isolation.clear();
        const fs::path file = folder_ / "report.json";
        const RunResult ran =
            grader.run({"--all", folder_.string(), "01", "--report", "json:" + file.string()});
        INFO(ran.out << ran.err);
        CHECK(ran.left_behind.empty());
        const Report report(harness::read(file));
        CHECK(report.document.at("isolation").at("level") == "sandbox");
        CHECK(report.lab("ann", "01_scale").at("verdict") == "pass");
        return report.lab("mallory", "01_scale");
    }

private:
    fs::path folder_;
};

std::string compilers_words(const nlohmann::json& lab) {
    CHECK(harness::step(lab, "builds").at("status") == "fail");
    return facts::texts_in(facts::of(harness::step(lab, "builds")));
}

} // namespace

TEST_CASE("a submission cannot include other submissions or solutions or system files", "[strangers][slow]") {
    const Strangers strangers("strangers-include");
    const std::string secret = (strangers.folder() / "secret.h").string();
    harness::write(secret, "the secret\n");
    for (const std::string& file : {std::string("../../ann/01_scale/student.cu"),
                                    (strangers.folder() / "ann/01_scale/student.cu").string(),
                                    std::string(FIXTURE_COURSE) + "/solutions/01_scale/student.cu", secret,
                                    std::string("/etc/passwd")}) {
        INFO(file);
        harness::write(strangers.mallorys("student.cu"), "#include \"" + file + "\"\n");
        CHECK_THAT(compilers_words(strangers.mallorys_grade()), ContainsSubstring("No such file"));
    }
}

TEST_CASE("a link in a submission's folder is not followed", "[strangers][slow]") {
    const Strangers strangers("strangers-link");
    harness::write(strangers.folder() / "secret.h", "the secret\n");
    harness::write(strangers.mallorys("student.cu"), "#include \"notes.h\"\n");
    fs::create_symlink(strangers.folder() / "secret.h", strangers.mallorys("notes.h"));
    const std::string said = compilers_words(strangers.mallorys_grade());
    CHECK_THAT(said, ContainsSubstring("notes.h"));
    CHECK_THAT(said, ContainsSubstring("No such file"));
}

TEST_CASE("a submission can include a second file of its folder", "[strangers][timed][slow]") {
    const Strangers strangers("strangers-second");
    harness::write(strangers.mallorys("student.cu"), "#include \"parts/all of it.cu\"\n");
    harness::write(strangers.mallorys("parts/all of it.cu"), harness::read(harness::student("passes.cu")));
    CHECK(strangers.mallorys_grade().at("verdict") == "pass");
    // Cached builds detect it, too.
    harness::write(strangers.mallorys("parts/all of it.cu"), "not a program\n");
    CHECK_THAT(compilers_words(strangers.mallorys_grade()), ContainsSubstring("parts/all of it.cu"));
}

TEST_CASE("output of a stranger's file reveals nothing about the machine", "[strangers][timed][slow]") {
    const Strangers strangers("strangers-look");
    harness::write(strangers.mallorys("student.cu"),
                   "#include <cstdlib>\n" + harness::read(harness::student("passes.cu")) +
                       "\nstatic const int looked = std::system(\"cat " +
                       (strangers.folder() / "ann/01_scale/student.cu").string() +
                       " /etc/passwd; ls " FIXTURE_COURSE "; env; echo that was all\");\n");
    const nlohmann::json lab = strangers.mallorys_grade();
    CHECK(lab.at("verdict") == "pass");
    const std::string said = facts::texts_in(facts::of(harness::step(lab, "runs")));
    CHECK_THAT(said, ContainsSubstring("that was all"));
    CHECK_THAT(said, !ContainsSubstring("root:") && !ContainsSubstring("scale(") &&
                         !ContainsSubstring("labs") && !ContainsSubstring("HOME=/root"));
}

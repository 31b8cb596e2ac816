// Bundling a file and replaying the bundle to the same grade, by the commands of an instructor.

#include <iostream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/files.h"
#include "classroom/bundle/envelope.h"
#include "classroom/bundle/keys.h"
#include "classroom/bundle/replay.h"
#include "classroom/commands/bundle_options.h"
#include "classroom/tests/bundle_samples.h"
#include "grading/isolation/isolation.h"
#include "testing/bench.h"
#include "testing/harness.h"

namespace fs = std::filesystem;
using bundle_samples::is_refused;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using grader::Bundle;
using grader::ExitStatus;
using grader::TemporaryDirectory;

namespace {

/// Captures standard output.
class CapturedOutput {
public:
    CapturedOutput() : before_(std::cout.rdbuf(text_.rdbuf())) {}
    ~CapturedOutput() { std::cout.rdbuf(before_); }
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    [[nodiscard]] std::string text() const { return text_.str(); }

private:
    std::ostringstream text_;
    std::streambuf* before_;
};

/// Output and exit status of a command.
struct CommandResult {
    ExitStatus status;
    std::string text;
};

/// A grading machine and its instructor, with keys in one folder, and their commands.
class ReplayFixture {
public:
    explicit ReplayFixture(fs::path course = FIXTURE_COURSE) {
        bundle_samples::need_crypto();
        static const grader::Isolation sandbox =
            make_isolation(grader::IsolationRequest::automatic, bench::places().programs);
        if (sandbox.level == grader::IsolationLevel::process) SKIP(sandbox.missing.front());
        options_.course = std::move(course);
        options_.modules = FIXTURE_MODULES;
        options_.backend = "host";
        options_.seed = 4711;
    }

    /// Returns a path in the temporary folder.
    [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
    [[nodiscard]] fs::path keys() const { return at("keys"); }
    [[nodiscard]] fs::path file() const { return at("a.kernelsmith-bundle"); }
    /// Returns a separate folder for builds, which no other test uses.
    fs::path own_builds() { return places_.work = at("builds"); }

    CommandResult bundle(const fs::path& source, grader::BundleOptions options = {}) const {
        static_cast<grader::ContextOptions&>(options) = options_;
        options.lab = "01";
        options.file = source;
        if (options.keys.empty()) options.keys = keys();
        options.output = file();
        const CapturedOutput output;
        const ExitStatus status = run_bundle(options, {places_});
        return {status, output.text()};
    }

    CommandResult replay(grader::ReplayOptions options = {}) const {
        static_cast<grader::ContextOptions&>(options) = options_;
        options.backend = "auto"; // uses the bundle's backend
        options.bundle = file();
        if (options.keys.empty()) options.keys = keys();
        const CapturedOutput output;
        const ExitStatus status = run_replay(options, {places_});
        return {status, output.text()};
    }

    [[nodiscard]] Bundle opened() const { return grader::open_bundle(grader::read_envelope(file())); }

private:
    TemporaryDirectory folder_;
    grader::ContextOptions options_;
    grader::GraderPaths places_ = bench::places();
};

/// Returns the rows of the page that begin with @p sign.
std::vector<std::string> rows_with(const std::string& page, const std::string& sign) {
    std::vector<std::string> rows;
    for (const std::string_view line : grader::split_lines(page))
        if (line.starts_with("  " + sign + " ")) rows.emplace_back(line);
    return rows;
}

std::vector<std::string> names_in(const Bundle& bundle) {
    std::vector<std::string> names;
    for (const grader::SourceFile& file : bundle.provenance.sources.files) names.push_back(file.name);
    return names;
}

} // namespace

TEST_CASE("the grade of a wrong file is the same again", "[appeal]") {
    const ReplayFixture fixture;
    const CommandResult made = fixture.bundle(harness::student("wrong_answer.cu"));
    CHECK(made.status == ExitStatus::passed);
    CHECK_THAT(made.text, ContainsSubstring("01_scale: fail, 1 file, in "));
    const CommandResult again = fixture.replay();
    INFO(again.text);
    CHECK(again.status == ExitStatus::passed);
    CHECK_THAT(again.text, ContainsSubstring("signed by this machine, SHA256:"));
    CHECK_THAT(again.text, ContainsSubstring("Course, device and tools are the same."));
    CHECK_THAT(again.text, ContainsSubstring("The grade is the same."));
    CHECK(rows_with(again.text, "≠").empty());
    CHECK(rows_with(again.text, "–").empty());
    CHECK(rows_with(again.text, "=").size() == 6); // verdict, score, builds, runs, correct, fast
}

TEST_CASE("replaying a correct file gives the same grade except for times", "[appeal]") {
    const ReplayFixture fixture;
    (void)fixture.bundle(harness::student("passes.cu"));
    CHECK(fixture.opened().grade["verdict"] == "pass");
    const CommandResult again = fixture.replay();
    INFO(again.text);
    for (const std::string& row : rows_with(again.text, "≠"))
        CHECK_THAT(row,
                   ContainsSubstring("fast") || ContainsSubstring("score") || ContainsSubstring("speedup"));
    CHECK_THAT(again.text, ContainsSubstring("speedup"));
}

TEST_CASE("the grade of a file that does not compile is the same again", "[appeal]") {
    const ReplayFixture fixture;
    (void)fixture.bundle(harness::student("compile_error.cu"));
    CHECK_FALSE(fixture.opened().provenance.sources.as_listed);
    CHECK(fixture.replay().status == ExitStatus::passed);
}

TEST_CASE("a bundle has the seed of its grade only in sealed form", "[appeal]") {
    const ReplayFixture fixture;
    (void)fixture.bundle(harness::student("wrong_answer.cu"));
    const Bundle bundle = fixture.opened();
    CHECK(unseal_seed(bundle, *find_key(fixture.keys(), grader::KeyUse::instructor)) == 4711);
    CHECK(bundle.grade["seed"].get<std::string>().empty());
    CHECK(bundle.grade.dump().find("4711") == std::string::npos);
}

TEST_CASE("a replay draws the same values from the seed", "[appeal]") {
    const ReplayFixture fixture;
    // Wrong only at the secret size, so that the message reveals this size.
    harness::write(fixture.at("ada/student.cu"),
                   "#include \"lab.h\"\n"
                   "extern \"C\" void scale(const ScaleArgs& args) {\n"
                   "    for (std::int64_t i = 0; i < args.n; ++i)\n"
                   "        args.out[i] = 2 * args.in[i] + (args.n > 1500 ? 3 : 1);\n"
                   "}\n");
    (void)fixture.bundle(fixture.at("ada/student.cu"));
    const Bundle bundle = fixture.opened();
    const std::uint64_t seed = unseal_seed(bundle, *find_key(fixture.keys(), grader::KeyUse::instructor));
    const auto outcome = [&](std::uint64_t with) {
        return grader::replay(
                   bundle, with, bench::backend(), bench::course(),
                   [](const grader::Lab& lab) {
                       return lab.manifest.speed.recorded_for(bench::backend().device().thresholds);
                   },
                   [](const std::string&) {})
            .comparison.outcome;
    };
    CHECK(fixture.replay().status == ExitStatus::passed);
    CHECK(outcome(seed) == grader::Agreement::same);
    CHECK(outcome(seed + 1) == grader::Agreement::differs);
}

TEST_CASE("a replay reports a difference that nothing explains", "[appeal]") {
    const ReplayFixture fixture;
    (void)fixture.bundle(harness::student("wrong_answer.cu"));
    // As if the program had earned five more points in the first grade.
    const grader::KeyPair machine = *find_key(fixture.keys(), grader::KeyUse::signing);
    nlohmann::json payload =
        nlohmann::json::parse(grader::open_envelope(harness::read(fixture.file())).payload);
    for (nlohmann::json& step : payload["grade"]["steps"])
        if (step["name"] == "correct") step["points"] = step["points"].get<double>() + 5;
    harness::write(fixture.file(), grader::make_envelope(payload.dump(), machine));
    const CommandResult again = fixture.replay();
    CHECK(again.status == ExitStatus::not_passed);
    REQUIRE(rows_with(again.text, "≠").size() == 1);
    CHECK_THAT(rows_with(again.text, "≠").front(), ContainsSubstring("correct"));
    CHECK_THAT(again.text, ContainsSubstring("no difference above explains it"));
}

TEST_CASE("a manifest changed since the bundle was made is reported first", "[appeal]") {
    const fs::path course = harness::copy_of_course("appeal-course");
    const ReplayFixture fixture(course);
    (void)fixture.bundle(harness::student("wrong_answer.cu"));
    std::string manifest = harness::read(course / "labs/01_scale/lab.toml");
    const std::string worth = "correct = 40";
    manifest.replace(manifest.find(worth), worth.size(), "correct = 50");
    harness::write(course / "labs/01_scale/lab.toml", manifest);
    const CommandResult again = fixture.replay();
    INFO(again.text);
    CHECK(again.status == ExitStatus::not_passed);
    CHECK_THAT(again.text,
               ContainsSubstring(
                   "Differences of course, device and tools:\n    - The lab has changed: lab.toml "
                   "has changed."));
    CHECK_THAT(again.text, ContainsSubstring("The differences above may explain it."));
}

TEST_CASE("a bundle of an unknown signer is graded only on request", "[appeal]") {
    const ReplayFixture fixture;
    (void)fixture.bundle(harness::student("wrong_answer.cu"));
    // Another machine: it has the instructor's key, but not the machine's.
    const fs::path other = fixture.at("other");
    fs::create_directories(other);
    fs::copy_file(fixture.keys() / "instructor.key", other / "instructor.key");
    grader::ReplayOptions request;
    request.keys = other;
    CHECK_THROWS_MATCHES(fixture.replay(request), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("--trust FILE") &&
                                        ContainsSubstring("--untrusted")));
    request.trust = {fixture.keys() / "signing.pub"};
    const CommandResult trusted = fixture.replay(request);
    CHECK(trusted.status == ExitStatus::passed);
    CHECK_THAT(trusted.text, ContainsSubstring("signed by " + (fixture.keys() / "signing.pub").string()));
    request.trust.clear();
    request.untrusted = true;
    const CommandResult untrusted = fixture.replay(request);
    CHECK(untrusted.status == ExitStatus::passed);
    CHECK_THAT(untrusted.text, ContainsSubstring("which is not a trusted key"));
}

TEST_CASE("a bundle that is sealed to another instructor is not graded", "[appeal]") {
    const ReplayFixture fixture;
    const fs::path instructor = fixture.at("instructor");
    (void)load_or_make_key(instructor, grader::KeyUse::instructor);
    grader::BundleOptions request;
    request.instructor = instructor / "instructor.pub";
    (void)fixture.bundle(harness::student("wrong_answer.cu"), request);
    // The machine that graded cannot read the seed, either.
    CHECK_FALSE(find_key(fixture.keys(), grader::KeyUse::instructor).has_value());
    CHECK_THROWS_MATCHES(fixture.replay(), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring(" has no instructor.key.")));
    (void)load_or_make_key(fixture.keys(), grader::KeyUse::instructor);
    CHECK_THROWS_MATCHES(fixture.replay(), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("is sealed to the instructor's key")));
    grader::ReplayOptions with_key;
    with_key.keys = instructor;
    with_key.trust = {fixture.keys() / "signing.pub"};
    CHECK(fixture.replay(with_key).status == ExitStatus::passed);
}

TEST_CASE("a bundle has the files of the build and no others", "[appeal]") {
    const ReplayFixture fixture;
    harness::write(fixture.at("ada/student.cu"),
                   "#include \"tiles/load.h\"\n#include \"mine.inc\"\n#include \"lab.h\"\n"
                   "extern \"C\" void scale(const ScaleArgs&) { nothing(load); }\n");
    harness::write(fixture.at("ada/tiles/load.h"), "#include \"deeper.h\"\n");
    harness::write(fixture.at("ada/tiles/deeper.h"), "inline constexpr int load = 7;\n");
    harness::write(fixture.at("ada/mine.inc"), "inline void nothing(int) {}\n");
    harness::write(fixture.at("ada/bo.cu"), "// somebody else's\n");
    harness::write(fixture.at("ada/unused.h"), "// not included\n");
    (void)fixture.bundle(fixture.at("ada/student.cu"));
    const Bundle bundle = fixture.opened();
    std::vector<std::string> names = names_in(bundle);
    REQUIRE_FALSE(names.empty());
    CHECK(names.front() == "student.cu");
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{"mine.inc", "student.cu", "tiles/deeper.h", "tiles/load.h"});
    CHECK(bundle.provenance.sources.as_listed);
    CHECK(bundle.provenance.build.size() == 64);
    CHECK(fixture.replay().status == ExitStatus::passed);

    // The same files without a dependency list, because nothing was built.
    harness::write(fixture.at("ada/student.cu"), harness::read(fixture.at("ada/student.cu")) + "#error no\n");
    (void)fixture.bundle(fixture.at("ada/student.cu"));
    const Bundle broken = fixture.opened();
    std::vector<std::string> scanned = names_in(broken);
    std::sort(scanned.begin(), scanned.end());
    CHECK(scanned == names);
    CHECK_FALSE(broken.provenance.sources.as_listed);
    CHECK(broken.provenance.build.empty());
}

TEST_CASE("a replay leaves no build behind", "[appeal]") {
    ReplayFixture fixture;
    const fs::path builds = fixture.own_builds() / "host/01_scale";
    (void)fixture.bundle(harness::student("wrong_answer.cu"));
    const auto count = [&] {
        return std::distance(fs::directory_iterator(builds), fs::directory_iterator());
    };
    (void)fixture.replay();
    const auto before = count();
    (void)fixture.replay();
    CHECK(count() == before);
}

TEST_CASE("a bundle for a device whose name is a path is refused", "[appeal]") {
    const ReplayFixture fixture;
    (void)fixture.bundle(harness::student("wrong_answer.cu"));
    const grader::KeyPair machine = *find_key(fixture.keys(), grader::KeyUse::signing);
    nlohmann::json payload =
        nlohmann::json::parse(grader::open_envelope(harness::read(fixture.file())).payload);
    payload["facts"]["device_option"] = "../../h200";
    harness::write(fixture.file(), grader::make_envelope(payload.dump(), machine));
    CHECK(is_refused([&] { (void)fixture.replay(); }));
}

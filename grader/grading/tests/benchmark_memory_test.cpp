// Selection of the timed case if the device lacks memory for some of them.

#include <string>

#include <catch2/catch_test_macros.hpp>

#include "base/errors.h"
#include "grading/measure/speed_benchmark.h"
#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using facts::MatchesPattern;
using grader::SpeedBenchmark;

/// The host as a device with the given total and free megabytes.
class SmallHost final : public grader::Backend {
public:
    SmallHost(std::uint64_t has_mb, std::uint64_t free_mb) : has_mb_(has_mb), free_mb_(free_mb) {
        facts_ = host_.device();
        facts_.memory_bytes = has_mb << 20;
    }
    [[nodiscard]] std::string name() const override { return host_.name(); }
    [[nodiscard]] const grader::Availability& availability() const override { return host_.availability(); }
    [[nodiscard]] const grader::DeviceFacts& device() const override { return facts_; }
    [[nodiscard]] grader::CompileJob compile_job(const fs::path& source, const grader::Lab& lab,
                                                 const grader::Defines& defines) const override {
        return host_.compile_job(source, lab, defines);
    }
    [[nodiscard]] const grader::Isolation& isolation() const override { return host_.isolation(); }
    [[nodiscard]] grader::RunnerCommand runner() const override {
        grader::RunnerCommand command = host_.runner();
        command.environment["KERNELSMITH_HOST_MEMORY_MB"] = std::to_string(has_mb_);
        command.environment["KERNELSMITH_HOST_FREE_MB"] = std::to_string(free_mb_);
        return command;
    }
    [[nodiscard]] const grader::Availability& simulator() const override { return host_.simulator(); }
    [[nodiscard]] grader::RunnerCommand instrumented(const grader::InstrumentedRunSpec& run,
                                                     const fs::path& report) const override {
        return host_.instrumented(run, report);
    }

private:
    const grader::Backend& host_ = bench::backend();
    grader::DeviceFacts facts_;
    std::uint64_t has_mb_;
    std::uint64_t free_mb_;
};

/// The fixture lab with a second timed case: the first takes 12 MB per process, the second 1 MB.
const grader::Lab& lab_of_two() {
    static const grader::Lab lab = [] {
        grader::Lab made = bench::lab();
        made.manifest.timed.push_back({"a small one", {{"n", {65'536, 65'536}}}});
        return made;
    }();
    return lab;
}

SpeedBenchmark arena_on(const grader::Backend& backend, const fs::path& baseline = bench::lab().baseline()) {
    return SpeedBenchmark(backend, grader::build_of(lab_of_two(), bench::build(baseline)), bench::problem(),
                          3);
}

/// A baseline or a solution that leaves the device 3 MB in each process that starts after the file @p note
/// exists. The first call at the large size writes the note.
fs::path crowding(const std::string& directory, const fs::path& note) {
    fs::path file = harness::scratch(directory) / "student.cu";
    harness::write(file,
                   "#include <cstdlib>\n#include <filesystem>\n#include <fstream>\n#include \"lab.h\"\n"
                   "static const char* note = \"" +
                       note.string() +
                       "\";\n"
                       "static const bool crowded = std::filesystem::exists(note) &&\n"
                       "    setenv(\"KERNELSMITH_HOST_MEMORY_MB\", \"3\", 1) == 0;\n"
                       "extern \"C\" void scale(const ScaleArgs& args) {\n"
                       "    if (args.n > 500'000) std::ofstream(note) << crowded;\n"
                       "    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;\n"
                       "}\n");
    return file;
}

} // namespace

TEST_CASE("the largest case for which two processes find free memory is timed", "[arena]") {
    const SmallHost empty(1000, 1000);
    const SpeedBenchmark roomy = arena_on(empty);
    CHECK(roomy.case_name() == "a million");
    CHECK(roomy.why_smaller().empty());

    // Much memory, most of which other processes use.
    const SmallHost busy(1000, 130);
    const SpeedBenchmark shared = arena_on(busy);
    CHECK(shared.case_name() == "a small one");
    CHECK(shared.sizes() == kernelsmith::Sizes{{"n", 65'536}});
    CHECK_THAT(shared.why_smaller(),
               MatchesPattern("smaller_case case=\"a small one\" wanted=\"a million\" device=host"));
}

TEST_CASE("a smaller case is timed if free memory turns out not to be available", "[arena]") {
    const SmallHost promises(8, 1000);
    SpeedBenchmark benchmark = arena_on(promises);
    CHECK(benchmark.case_name() == "a small one");
    CHECK_FALSE(benchmark.why_smaller().empty());
    CHECK(benchmark.measure(bench::build(harness::student("passes.cu")), bench::no_budget).rounds.size() ==
          3);
    CHECK_FALSE(benchmark.use_smaller_case());
}

TEST_CASE("a device without memory for any timed case is an infrastructure error", "[arena]") {
    const SmallHost full(0, 1000);
    CHECK_THROWS_AS(arena_on(full), grader::TooLittleMemory);
    const SmallHost honest(0, 0);
    CHECK_THROWS_AS(arena_on(honest), grader::EnvironmentError);
}

TEST_CASE("a smaller case is timed if the device runs out of memory after the baseline started",
          "[arena][slow]") {
    const fs::path note = harness::scratch("crowd-note") / "note";
    const SmallHost host(1000, 1000);
    SpeedBenchmark benchmark = arena_on(host, crowding("crowd-baseline", note));
    CHECK(benchmark.case_name() == "a million");
    const fs::path student = bench::build(crowding("crowd-student", note));
    CHECK_THROWS_AS(benchmark.measure(student, bench::no_budget), grader::TooLittleMemory);
    REQUIRE(benchmark.use_smaller_case());
    CHECK(benchmark.case_name() == "a small one");
    CHECK(benchmark.measure(student, bench::no_budget).rounds.size() == 3);
}

TEST_CASE("a build that allocates the memory needed for its own buffers fails", "[arena]") {
    const fs::path note = harness::scratch("greedy-note") / "note";
    harness::write(note, "");
    const SmallHost host(1000, 1000);
    SpeedBenchmark benchmark = arena_on(host);
    try {
        (void)benchmark.measure(bench::build(crowding("greedy-student", note)), bench::no_budget);
        FAIL("it was timed");
    } catch (const grader::RunnerFault& fault) {
        CHECK(fault.kind == "memory");
        CHECK_FALSE(fault.is_infrastructure_error);
    }
    CHECK(benchmark.measure(bench::build(harness::student("passes.cu")), bench::no_budget).rounds.size() ==
          3);
}

TEST_CASE("a report states that a smaller case was timed", "[arena][timed]") {
    const fs::path course = harness::copy_of_course("two-timed-cases");
    std::string manifest = harness::read(course / "labs/01_scale/lab.toml");
    manifest.insert(manifest.find("[[measured]]"),
                    "[[timed]]\nname = \"a small one\"\nsizes = { n = 65536 }\n\n");
    harness::write(course / "labs/01_scale/lab.toml", manifest);
    harness::Grader grader(course);
    grader.environment = {{"KERNELSMITH_HOST_MEMORY_MB", "1000"}, {"KERNELSMITH_HOST_FREE_MB", "130"}};
    const harness::RunResult ran =
        grader.run({"01", "--file", harness::student("passes.cu").string(), "--report", "json"});
    INFO(ran.out << ran.err);
    const harness::Report report(ran.out);
    const nlohmann::json& lab = report.lab("01_scale");
    CHECK(lab.at("speedup").at("case") == "a small one");
    CHECK_THAT(facts::of(harness::step(lab, "fast")), MatchesPattern("smaller_case wanted=\"a million\""));
}

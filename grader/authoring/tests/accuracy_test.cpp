// Records of modelled times: pairs of rungs, figures, the file, the page, and whether it is still current.

#include <filesystem>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/counters/throughputs.h"
#include "authoring/records/model/check.h"
#include "authoring/records/model/figures.h"
#include "authoring/records/model/join.h"
#include "authoring/records/model/page.h"
#include "authoring/records/model/record.h"
#include "authoring/records/model/rung_pairs.h"
#include "base/errors.h"
#include "base/files.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using grader::accuracy::ComparedBuild;
using grader::accuracy::ComparedKernel;
using grader::accuracy::ComparedLab;
using grader::accuracy::Figures;
using grader::accuracy::GivenSuggestion;
using grader::accuracy::Record;
using grader::accuracy::RungPair;

ComparedBuild compared(const std::string& name, double measured_ms, double modelled_ms,
                       std::vector<GivenSuggestion> suggestions = {}, std::vector<std::string> applies = {}) {
    ComparedBuild build;
    build.name = name;
    build.measured_ms = measured_ms;
    build.modelled_ms = modelled_ms;
    build.limiter = "dram";
    build.suggestions = std::move(suggestions);
    build.applies = std::move(applies);
    return build;
}

ComparedKernel small_kernel(const std::string& name, double measured_ms, double modelled_ms, bool tuned) {
    ComparedKernel kernel;
    kernel.name = name;
    kernel.measured_ms = measured_ms;
    kernel.modelled_ms = modelled_ms;
    kernel.limiter = "issue";
    kernel.nsight_limit = "sm";
    kernel.tuned = tuned;
    return kernel;
}

/// The ladder of the fixture course's first lab: a step whose first suggestion is applied, one without a kind of
/// suggestion, one with other suggestions, a slower rung, and a solution.
ComparedLab ladder() {
    return {"a million",
            true,
            {compared("baseline", 16, 16, {{"sectors", 2.5}, {"occupancy", 2}}),
             compared("0_original", 8, 8, {{"occupancy", 1.5}, {"wide_accesses", 1.25}}, {"sectors"}),
             compared("1_fewer_passes", 4, 5, {{"divergence", 3}}, {}),
             compared("2_one_pass", 2, 2, {}, {"instructions"}),
             compared("3_slower", 1.9, 2, {}, {"sectors"}), compared("solution", 1, 1)}};
}

Record sample_record() {
    Record record;
    record.device = "NVIDIA H200";
    record.labs["01_scale"] = ladder();
    record.programs["mixed"] = {small_kernel("a", 0.1, 0.11, true), small_kernel("b", 0.1, 0.2, false),
                                small_kernel("c", 0.049, 0.4, true)};
    return record;
}

} // namespace

TEST_CASE("neighbouring rungs are a pair where the upper one is a tenth faster", "[accuracy]") {
    const std::vector<RungPair> pairs = grader::accuracy::pairs_of(ladder());
    REQUIRE(pairs.size() == 3); // 3_slower gains 5 %, and the solution is not a rung
    CHECK(pairs[0].lower == "baseline");
    CHECK(pairs[0].upper == "0_original");
    CHECK(pairs[0].measured_gain == 2);
    CHECK(pairs[1].modelled_gain == 1.6);
    CHECK(grader::accuracy::is_step(1.1, 1));
    CHECK_FALSE(grader::accuracy::is_step(1.09, 1));
}

TEST_CASE("the hit of a rung pair is the first suggestion that the upper rung applies", "[accuracy]") {
    RungPair pair;
    pair.suggestions = {{"sectors", 3}, {"occupancy", 2}};
    CHECK_FALSE(pair.hit().has_value());
    pair.applies = {"occupancy"};
    CHECK(pair.hit()->gain == 2);
    pair.applies = {"occupancy", "sectors"};
    CHECK(pair.hit()->what == "sectors");
}

TEST_CASE("pairs without a kind of suggestion are counted separately", "[accuracy]") {
    const Figures figures = grader::accuracy::figures_of(ladder());
    CHECK(figures.steps.pairs == 2);
    CHECK(figures.steps.no_kind == 1);
    CHECK(figures.steps.hits == 1);
    CHECK(figures.steps.first == 1);
    REQUIRE(figures.steps.gains.size() == 1);
    CHECK_THAT(figures.steps.gains[0], WithinAbs(0.25, 1e-9)); // a gain of 2.5 was modelled, 2 measured
}

TEST_CASE("applying only the second suggestion is a hit but not a first hit", "[accuracy]") {
    ComparedLab lab = ladder();
    lab.builds[1].applies = {"occupancy"};
    const Figures figures = grader::accuracy::figures_of(lab);
    CHECK(figures.steps.hits == 1);
    CHECK(figures.steps.first == 0);
}

TEST_CASE("a lab without usable speedups has only times", "[accuracy]") {
    ComparedLab lab = ladder();
    lab.speedups = false;
    const Figures figures = grader::accuracy::figures_of(lab);
    CHECK(figures.times.size() == 6);
    CHECK(figures.speedups.empty());
    CHECK(figures.steps.pairs + figures.steps.no_kind == 0);
}

TEST_CASE("kernels that the model was tuned on are apart, and short ones left out", "[accuracy]") {
    const std::vector<ComparedKernel> kernels = sample_record().programs.at("mixed");
    const Figures tuning = grader::accuracy::figures_of(kernels, true);
    REQUIRE(tuning.times.size() == 1);
    CHECK_THAT(tuning.times[0], WithinAbs(0.1, 1e-9));
    CHECK(tuning.too_short == 1);
    CHECK(tuning.limits.agreed == 1);
    const Figures holdout = grader::accuracy::figures_of(kernels, false);
    REQUIRE(holdout.times.size() == 1);
    CHECK_THAT(holdout.times[0], WithinAbs(1, 1e-9));
    CHECK(holdout.too_short == 0);
}

TEST_CASE("a record of modelled times is read as it was written", "[accuracy]") {
    const fs::path file = harness::scratch("modelled-record") / "modelled.json";
    CHECK(grader::accuracy::read_record(file).labs.empty());
    const std::string text = grader::accuracy::text_of(sample_record());
    harness::write(file, text);
    CHECK(grader::accuracy::text_of(grader::accuracy::read_record(file)) == text);
    CHECK_THAT(text, ContainsSubstring("\"first_or_second_is_applied\":1"));
    harness::write(file, "{\"format\": 1}");
    CHECK_THROWS_AS(grader::accuracy::read_record(file), grader::EnvironmentError);
}

TEST_CASE("a part replaces entries of the record with the same names", "[accuracy]") {
    Record record = sample_record();
    Record part;
    part.labs["02_sum"] = ladder();
    part.programs["mixed"] = {small_kernel("b", 0.1, 0.3, false), small_kernel("d", 0.1, 0.1, false)};
    grader::accuracy::merge(record, part);
    CHECK(record.labs.size() == 2);
    const std::vector<ComparedKernel>& kernels = record.programs.at("mixed");
    REQUIRE(kernels.size() == 4);
    CHECK(kernels[0].modelled_ms == 0.11);
    CHECK(kernels[1].modelled_ms == 0.3);
    CHECK(kernels[3].name == "d");
}

TEST_CASE("a changed time and a changed limit and a missing build are reported", "[accuracy]") {
    const Record known = sample_record();
    CHECK(grader::accuracy::differences(known, known).empty());
    Record now = known;
    now.labs.at("01_scale").builds[1].modelled_ms *= 1.01;
    now.labs.at("01_scale").builds[2].limiter = "issue";
    now.labs.at("01_scale").builds[3].name = "2_another";
    now.programs.at("mixed").pop_back(); // only some were modelled now
    const std::vector<std::string> lines = grader::accuracy::differences(known, now);
    REQUIRE(lines.size() == 4);
    CHECK_THAT(lines[0], ContainsSubstring("01_scale, 0_original: the file has 8 ms"));
    CHECK_THAT(lines[1], ContainsSubstring("limited by dram; the model gives 5 ms, issue"));
    CHECK_THAT(lines[2], ContainsSubstring("2_another: missing in the file"));
    CHECK_THAT(lines[3], ContainsSubstring("2_one_pass: in the file, but no longer modelled"));
    CHECK(grader::accuracy::differences({}, known).size() == 9);
}

TEST_CASE("measured times and lab.toml are joined to the modelled times", "[accuracy]") {
    const fs::path root = harness::copy_of_course("joined");
    const fs::path manifest = root / "labs/01_scale/lab.toml";
    std::string text = grader::read_text(manifest);
    text.replace(text.find("applies = []"), 12, "applies = [\"divergence\"]");
    harness::write(manifest, text);
    harness::write(root / "docs/results/times/h200/mixed.txt", "b 0.12345 0.1 0.2\na 0.1 0.1 0.1\n");
    const grader::Course course(root, FIXTURE_MODULES);

    grader::accuracy::MeasuredTimes measured = grader::accuracy::read_measured(course, "h200");
    measured.results.device = "NVIDIA H200";
    grader::CaseResult graded;
    graded.name = "two million";
    for (const auto& [name, ms] :
         {std::pair{"2_one_pass", 3.0}, std::pair{"0_original", 9.0}, std::pair{"baseline", 20.0}}) {
        grader::RungResult& rung = graded.rungs.emplace_back();
        rung.name = name;
        rung.ms = ms;
    }
    measured.results.labs["01_scale"] = {graded};
    using grader::Throughputs;
    measured.throughputs.groups["01_scale"] = {{"0_original",
                                                {{"short",
                                                  1,
                                                  {{Throughputs::duration_ns, 1},
                                                   {Throughputs::sm, 90},
                                                   {Throughputs::l1, 1},
                                                   {Throughputs::l2, 1},
                                                   {Throughputs::dram, 1}}},
                                                 {"long",
                                                  1,
                                                  {{Throughputs::duration_ns, 9},
                                                   {Throughputs::sm, 1},
                                                   {Throughputs::l1, 1},
                                                   {Throughputs::l2, 1},
                                                   {Throughputs::dram, 90}}}}}};

    Record record = sample_record();
    record.labs["07_gone"] = ladder();
    grader::accuracy::join(record, course, measured);
    REQUIRE(record.labs.size() == 1);
    const ComparedLab& lab = record.labs.at("01_scale");
    CHECK(lab.case_name == "two million");
    REQUIRE(lab.builds.size() == 3); // the measured and modelled ones, in the order of the ladder
    CHECK(lab.builds[0].name == "baseline");
    CHECK(lab.builds[1].measured_ms == 9);
    CHECK(lab.builds[1].applies == std::vector<std::string>{"divergence"});
    CHECK(lab.builds[1].nsight_limit == "memory"); // of the longest kernel
    CHECK(lab.builds[2].name == "2_one_pass");
    const std::vector<ComparedKernel>& kernels = record.programs.at("mixed");
    REQUIRE(kernels.size() == 2);
    CHECK(kernels[0].name == "b");
    CHECK(kernels[0].measured_ms == 0.1235);
}

TEST_CASE("the page of the model states how many programs were compared", "[accuracy]") {
    const std::string page = grader::accuracy::page(sample_record(), "h200");
    CHECK_THAT(page, ContainsSubstring("| 01_scale | a million | 6 | 0 % | 5 % |"));
    CHECK_THAT(page, ContainsSubstring("| `mixed`, tuning | 1 | 10 % | 10 % | 1 of 1 | 1 |"));
    CHECK_THAT(page, ContainsSubstring("| `mixed`, holdout | 1 | 100 % | 100 % | 1 of 1 | 0 |"));
    CHECK_THAT(page,
               ContainsSubstring(
                   "| 01 | `0_original` | `1_fewer_passes` | 2.00× | 1.60× | no suggestion of this kind "
                   "exists | `occupancy`, 1.50× | `wide_accesses`, 1.25× |"));
    CHECK_THAT(page, ContainsSubstring("Of 3 such pairs, 2 have an upper rung"));
    Record labs_alone = sample_record();
    labs_alone.programs.clear();
    CHECK_THAT(grader::accuracy::page(labs_alone, "h200"), !ContainsSubstring("## Programs"));
}

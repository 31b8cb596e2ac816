#include <set>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "course/manifest.h"
#include "testing/manifest_files.h"

using grader::Case;
using grader::Manifest;

namespace {

Manifest read(const std::string& text) { return grader::read_manifest(ManifestFile(text).path()); }

} // namespace

TEST_CASE("the general keys of a manifest are read", "[manifest]") {
    const Manifest lab = read(good_manifest);
    CHECK(lab.id == "04_shared_tiling");
    CHECK(lab.title == "Tiles in shared memory");
    CHECK(lab.idea == "Load once, use many times.");
    CHECK(lab.needs == std::vector<std::string>{"01_coalescing", "03_reduction"});
    CHECK(lab.entry == "multiply");
    CHECK(lab.forbid.libraries == std::vector<std::string>{"cublas", "cutlass"});
    CHECK(lab.forbid.message == "Write the product yourself.");
    CHECK(lab.limits.wall_s == 10);
    CHECK(lab.limits.memory_mb == 2048);
    CHECK(lab.limits.output_kb == 64);
    CHECK(lab.score.correct == 40);
    CHECK(lab.score.fast == 30);
    CHECK(lab.speed.reference == "h200");
    CHECK(lab.speed.budget_s == 5);
    CHECK(lab.speed.slide == "why-tiles");
    REQUIRE(lab.speed.thresholds.size() == 2);
    CHECK(lab.speed.thresholds.at("h200").pass == 6);
    CHECK(lab.speed.thresholds.at("h200").full == 9.5);
    CHECK(lab.speed.thresholds.at("t4").full == 4);
    CHECK(lab.sweep.rung == "2_tile32");
}

TEST_CASE("the modelled part of the timed case and its sizes are read", "[manifest]") {
    const Manifest lab = read(good_manifest);
    CHECK(lab.modelled.parts == 11);
    CHECK(lab.modelled.sizes.sizes.at("height").max == 186);
    CHECK(lab.modelled.sizes.sizes.at("width").max == 2048);
}

TEST_CASE("a case has the default value of a size that it does not name", "[manifest]") {
    std::string text(good_manifest);
    text.insert(text.find("[[case]]"), "[default_sizes]\ndepth = 3\n\n");
    text.insert(text.find("height = 33, width = 35"), "depth = 1, ");
    const Manifest lab = read(text);
    CHECK(lab.cases[0].sizes.at("depth").max == 3);
    CHECK(lab.timed[0].sizes.at("depth").min == 3);
    CHECK(lab.modelled.sizes.sizes.at("depth").max == 3);
    CHECK(lab.clean[0].sizes.at("depth").max == 1);
}

TEST_CASE("the manifest has the measured sizes and the reference implementations", "[manifest]") {
    const Manifest lab = read(good_manifest);
    REQUIRE(lab.measured.size() == 1);
    CHECK(lab.measured[0].sizes.at("width").max == 4096);
    REQUIRE(lab.peers.size() == 2);
    CHECK(lab.peers[0].name() == "library");
    CHECK(lab.peers[0].libraries == std::vector<std::string>{"cublas"});
    CHECK(lab.peers[0].checked);
    CHECK(lab.peers[1].libraries.empty());
    CHECK_FALSE(lab.peers[1].checked);
    CHECK(lab.sweep.linked_sizes.at("N") == std::vector<std::string>{"height", "width"});
}

TEST_CASE("cases keep their order, sizes and weights", "[manifest]") {
    const Manifest lab = read(good_manifest);
    REQUIRE(lab.cases.size() == 3);
    CHECK(lab.cases[0].name == "empty");
    CHECK(lab.cases[0].weight == 0);
    CHECK(lab.cases[0].sizes.at("width").max == 0);
    CHECK_FALSE(lab.cases[1].sizes.at("height").secret());
    CHECK(lab.cases[1].sizes.at("width").secret());
    CHECK(lab.cases[1].weight == 2);
    CHECK(lab.cases[2].sizes.at("width").multiple == 32);
    CHECK(lab.cases[2].weight == 1);
    REQUIRE(lab.timed.size() == 1);
    CHECK(lab.timed[0].sizes.at("height").min == 2048);
}

TEST_CASE("tasks and rungs and mistakes and hints and gates keep their values", "[manifest]") {
    const Manifest lab = read(good_manifest);
    REQUIRE(lab.tasks.size() == 2);
    CHECK(lab.tasks[1].title == "Use it");
    REQUIRE(lab.rungs.size() == 2);
    CHECK(lab.rungs[0].name() == "1_tile16");
    CHECK(lab.rungs[0].expect.failing_step == "fast");
    CHECK(lab.rungs[0].expect.text() == "fails:fast");
    CHECK(lab.rungs[1].expect.pass());
    CHECK(lab.rungs[0].applies.empty());
    CHECK(lab.rungs[1].applies == std::vector<std::string>{"shared_tile", "work_per_thread"});
    REQUIRE(lab.alternatives.size() == 1);
    CHECK(lab.alternatives[0].file == "groups.cu");
    CHECK(lab.alternatives[0].title == "with cooperative groups");
    CHECK(lab.alternatives[0].expect.failing_step == "fast");
    REQUIRE(lab.wrong.size() == 2);
    CHECK(lab.wrong[0].expect.failing_step == "correct");
    CHECK(lab.wrong[0].message.text() == "differ buffer=c");
    CHECK(lab.wrong[0].task == "task_1");
    CHECK(lab.wrong[1].task.empty());
    REQUIRE(lab.hints.size() == 1);
    CHECK(lab.hints[0].step == "correct");
    CHECK(lab.hints[0].when.text() == "differ");
    REQUIRE(lab.gates.size() == 2);
    CHECK(lab.gates[0].counter == "sectors_per_request");
    CHECK_FALSE(lab.gates[0].min);
    CHECK(lab.gates[0].max == 4.1);
    CHECK(lab.gates[0].slide == "sectors");
    CHECK(lab.gates[0].text == "The lanes' addresses lie apart.");
    CHECK(lab.gates[0].weight == 3);
    CHECK(lab.gates[0].margin == 0.02);
    CHECK(lab.gates[1].min == 0.5);
    CHECK(lab.gates[1].weight == 1);
    CHECK(lab.gates[1].margin == 0.1);
}

TEST_CASE("the simulator runs a case at its small sizes, if it has any", "[manifest]") {
    const Manifest lab = read(good_manifest);
    CHECK(lab.cases[2].on_simulator().draw(5).at("height") == 64);
    CHECK(lab.cases[2].on_simulator().draw(5).at("width") <= 96);
    CHECK(lab.cases[1].on_simulator().draw(5) == lab.cases[1].draw(5));
    REQUIRE(lab.clean.size() == 1);
    CHECK(lab.clean[0].draw(0) == kernelsmith::Sizes{{"height", 33}, {"width", 35}});
    REQUIRE(lab.counted.size() == 1);
    CHECK(lab.counted[0].name == "square_256");
}

TEST_CASE("a lab has only the steps that its manifest configures and their points", "[manifest]") {
    const Manifest lab = read(good_manifest);
    for (const std::string& step : grader::step_names) CHECK(lab.has_step(step));
    CHECK_FALSE(lab.has_step("quick"));
    CHECK(lab.max_points("runs") == 0);
    CHECK(lab.max_points("clean") == 10);
    CHECK(lab.max_points("technique") == 20);
    CHECK(lab.baseline_expectation().text() == "fails:technique");

    const Manifest unchecked =
        read(broken_manifest("[[clean]]\nname = \"odd\"\nsizes = { height = 33, width = 35 }\n", ""));
    CHECK_FALSE(unchecked.has_step("clean"));
    CHECK(unchecked.max_points("clean") == 0);
    CHECK(unchecked.has_step("technique"));
}

TEST_CASE("an omitted key has its default value", "[manifest]") {
    CHECK(read(broken_manifest("needs = [\"01_coalescing\", \"03_reduction\"]\n", "")).needs.empty());
    CHECK(read(broken_manifest("[sweep]\nrung = \"2_tile32\"\ntogether = { N = [\"height\", \"width\"] }\n",
                               ""))
              .sweep.rung.empty());
    CHECK(read(broken_manifest("[score]\ncorrect = 40\nclean = 10\ntechnique = 20\nfast = 30.0\n", ""))
              .score.correct == 40);
    CHECK(read(broken_manifest("budget_s = 5\n", "")).speed.budget_s == 5);
}

TEST_CASE("one seed draws the same sizes each time, and another seed others", "[manifest]") {
    const Case item = read(good_manifest).cases[1];
    CHECK(item.draw(7) == item.draw(7));
    std::set<std::int64_t> widths;
    for (std::uint64_t seed = 0; seed < 40; ++seed) widths.insert(item.draw(seed).at("width"));
    CHECK(widths.size() > 20);
}

TEST_CASE("drawn sizes are multiples within their inclusive range", "[manifest]") {
    const Manifest lab = read(good_manifest);
    std::set<std::int64_t> primes;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const auto prime = lab.cases[1].draw(seed);
        const auto large = lab.cases[2].draw(seed);
        primes.insert(prime.at("width"));
        REQUIRE(prime.at("height") == 997);
        REQUIRE(large.at("width") % 32 == 0);
        REQUIRE(large.at("width") >= 1000);
        REQUIRE(large.at("width") <= 3000);
    }
    CHECK(*primes.begin() == 1000);
    CHECK(*primes.rbegin() == 1100);
    CHECK(primes.size() == 101);
}

TEST_CASE("sizes of different cases and names are drawn independently from one seed", "[manifest]") {
    Case one{"one", {{"height", {1, 1 << 30, 1}}, {"width", {1, 1 << 30, 1}}}, 1};
    Case two = one;
    two.name = "two";
    CHECK(one.draw(5).at("height") != one.draw(5).at("width"));
    CHECK(one.draw(5) != two.draw(5));
    // A size that is added later leaves the others as they were, so old seeds still replay.
    const std::int64_t width = one.draw(5).at("width");
    one.sizes["depth"] = {1, 1 << 30, 1};
    CHECK(one.draw(5).at("width") == width);
}

TEST_CASE("a drawn size is the same on every machine", "[manifest]") {
    const Case item{"prime", {{"width", {1000, 1100, 1}}}, 1};
    CHECK(item.draw(81985529216486895).at("width") == 1019);
}

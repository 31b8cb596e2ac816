// The solution of each lab on salted inputs, on the simulator, checked by the lab's own check.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "course/course.h"
#include "grading/measure/pool.h"
#include "grading/runner_client/runner_client.h"
#include "grading/verify/case_run.h"
#include "testing/bench.h"

namespace {

using kernelsmith::Comparison;
using kernelsmith::Draw;
using kernelsmith::Layout;
using kernelsmith::Observed;
using kernelsmith::Problem;
using kernelsmith::Sizes;

/// The outputs of a call.
class CallOutputs {
public:
    /// Reads every element of each output of @p layout, or only some if @p few.
    CallOutputs(grader::RunnerClient& runner, const Layout& layout, std::uint64_t poison, bool few) {
        for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
            const kernelsmith::Buffer& buffer = layout.buffers[i];
            if (!grader::has_output(buffer)) continue;
            std::vector<std::size_t> places;
            for (std::size_t k = 0; few && k < 400; ++k) places.push_back(k * (buffer.count() - 1) / 399);
            bytes_.push_back(few ? runner.gather(i, places) : runner.fetch(i));
            observed_.push_back({i, std::move(places), {}, poison});
        }
        for (std::size_t i = 0; i < bytes_.size(); ++i)
            observed_[i].data = std::as_bytes(std::span(bytes_[i]));
    }
    /// Returns whether @p problem finds the outputs right for @p draw.
    [[nodiscard]] bool right(const Problem& problem, const Draw& draw) const {
        const std::vector<Comparison> comparisons = problem.check(draw, observed_);
        return std::all_of(comparisons.begin(), comparisons.end(),
                           [](const Comparison& one) { return one.passed(); });
    }

private:
    std::vector<std::vector<std::uint8_t>> bytes_;
    std::vector<Observed> observed_;
};

const grader::Lab& lab_of(const std::string& id) {
    static const grader::Course course(KERNELSMITH_SOURCE_DIR,
                                       bench::places().programs.parent_path() / "labs");
    return course.lab(id);
}

/// Calls the solution of lab @p id at @p sizes with a key and without. The check must find the outputs right
/// with the key of the call, and wrong with another one if a key changes the inputs (@p salted).
void check_lab(const std::string& id, const Sizes& sizes, bool salted = true) {
    static const std::unique_ptr<grader::Backend> simulator = grader::make_backend("sim", bench::places());
    const grader::Lab& lab = lab_of(id);
    const Problem& problem = grader::load_problem(lab.module);
    const Layout layout = problem.layout(sizes);
    Draw draw{sizes, 20'251, 3, 0xfeed'face'cafe'beefULL};
    const grader::Pool pool(problem, layout, draw);
    const grader::CompileResult build =
        grader::compile(simulator->compile_job(lab.solutions / "student.cu", lab, {}));
    REQUIRE(build.ok);
    grader::RunnerClient runner(simulator->runner(), simulator->limits({lab.manifest.limits}),
                                {pool.descriptor(), pool.bytes()}, build.object);
    (void)runner.hello();
    runner.pool();
    runner.load(build.object, lab.manifest.entry);
    runner.allocate(layout, std::vector<std::uint64_t>(layout.buffers.size(), 7));

    const std::uint64_t poison = grader::make_poison(11);
    for (const std::uint64_t key : {draw.key, std::uint64_t{0}}) {
        CAPTURE(problem.describe(sizes), key);
        draw.key = key;
        (void)runner.timed_call({poison, pool.at(draw.window, draw.key), false}, {});
        for (const bool few : {false, true}) {
            const CallOutputs outputs(runner, layout, poison, few);
            CHECK(outputs.right(problem, draw));
            Draw other = draw;
            other.key += 1000;
            CHECK(outputs.right(problem, other) != salted);
            other.key = 0;
            CHECK(outputs.right(problem, other) == (key == 0 || !salted));
        }
    }
}

} // namespace

// Each size needs more than one block of threads, and is not a multiple of any block size.

TEST_CASE("the check of lab 01 uses the inputs salted with the key of the call", "[salt][slow]") {
    check_lab("01", {{"width", 516}, {"height", 19}});
}
TEST_CASE("the check of lab 02 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("02", {{"width", 516}, {"striped", 10}, {"mixed", 9}, {"iterations", 5}});
}
TEST_CASE("the check of lab 03 uses the inputs salted with the key of the call", "[salt]") {
    check_lab(
        "03",
        {{"count", 5003}, {"in_at", 13}, {"out_at", 6}, {"gain", 1300}, {"offset", 10250}, {"signs", 0}});
}
TEST_CASE("the check of lab 04 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("04", {{"n", 67}, {"m", 70}, {"p", 37}});
}
TEST_CASE("the check of lab 05 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("05", {{"n", 133}, {"m", 130}, {"p", 19}});
}
TEST_CASE("the check of lab 06 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("06", {{"count", 40007}, {"at", 13}, {"distribution", 1}});
    check_lab("06", {{"count", 40007}, {"at", 0}, {"distribution", 0}});
    check_lab("06",
              {{"count", 333}, {"at", 0}, {"distribution", 0}}); // less than the distance of two windows
    check_lab("06", {{"count", 4007}, {"at", 2}, {"distribution", 3}}, false);
}
TEST_CASE("the check of lab 07 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("07", {{"width", 60}, {"height", 37}, {"count", 77}, {"per_unit", 2}, {"places", 0}});
}
TEST_CASE("the check of lab 08 uses the inputs salted with the key of the call", "[salt][slow]") {
    check_lab(
        "08",
        {{"count", 10'001}, {"dimensions", 3}, {"clusters", 5}, {"limit", 3}, {"threshold", 0}, {"kind", 0}});
}

TEST_CASE("the check of lab 11 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("11", {{"count", 3001}, {"kind", 0}, {"share", 500}});
    check_lab("11", {{"count", 3001}, {"kind", 1}, {"share", 300}});
}

TEST_CASE("the check of lab 12 uses the inputs salted with the key of the call", "[salt]") {
    check_lab("12", {{"kind", 0}, {"rows", 701}, {"width", 1024}, {"longest", 500}, {"products", 2}});
    check_lab("12", {{"kind", 2}, {"rows", 704}, {"width", 704}, {"longest", 15}, {"products", 2}});
    check_lab("12", {{"kind", 3}, {"rows", 704}, {"width", 704}, {"longest", 32}, {"products", 2}});
}

TEST_CASE("lab 12 rejects a matrix with more nonzeros than an int can count", "[labs]") {
    const Problem& problem = grader::load_problem(lab_of("12_regularization").module);
    const Sizes sizes = {{"kind", 2}, {"rows", 1 << 16}, {"width", 9}, {"longest", 1 << 15}, {"products", 1}};
    CHECK_THROWS_AS(problem.layout(sizes), std::invalid_argument);
}

TEST_CASE("a lab's sizes that are codes are printed in words", "[labs]") {
    const auto told = [](const char* id, const Sizes& sizes) {
        return grader::load_problem(lab_of(id).module).describe(sizes);
    };
    CHECK(
        told("03_vectorize",
             {{"count", 9}, {"gain", 1300}, {"in_at", 0}, {"offset", 10'250}, {"out_at", 0}, {"signs", 2}}) ==
        "count 9, gain 1.3, in_at 0, offset -10.25, out_at 0");
    CHECK(told("06_privatization_histogram", {{"at", 5}, {"count", 1}, {"distribution", 2}}) ==
          "at 5, count 1, one value everywhere");
    CHECK(told("07_scatter_to_gather",
               {{"count", 3}, {"height", 4}, {"per_unit", 2}, {"places", 1}, {"width", 5}}) ==
          "count 3, height 4, 2 points a unit, atoms on points of the grid, width 5");
    CHECK(told("08_kmeans", {{"clusters", 3},
                             {"count", 8},
                             {"dimensions", 2},
                             {"kind", 1},
                             {"limit", 4},
                             {"threshold", 5}}) ==
          "clusters 3, count 8, dimensions 2, points that repeat, limit 4, threshold 0.005");
}

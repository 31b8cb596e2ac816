// The rule from measured speedups to thresholds, over the whole plane of pairs.

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/calibration/conclude.h"
#include "course/course.h"
#include "course/score.h"
#include "grading/thresholds/rule.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using grader::ramp_start;
using grader::speed_points;
using grader::Threshold;
using grader::thresholds::derive_threshold;
using grader::thresholds::Ratios;
using grader::thresholds::Reference;
using grader::thresholds::rule_violation;

constexpr double max_points = 30;

/// Labs 01, 03 and 04 on an H200, and a lab whose known program is the baseline.
const Reference reference_01 = {"h200", {9.8, 12.7, 13.1, 15.73}};
const Reference reference_03 = {"h200", {3.4, 4.0, 4.42, 5.34}};
const Reference reference_04 = {"h200", {13.77, 17.3, 20.5, 24.4}};
const Reference reference_05 = {"h200", {ramp_start, 3.6, 4.3, 5.07}};

/// Returns the first property of the rule that @p threshold violates for a known program with the speedup @p
/// known and a solution with the speedup @p solution; empty: none.
std::string broken_by(double known, double solution, const Threshold& threshold) {
    const auto points = [&](double speedup) { return speed_points(speedup, threshold, max_points); };
    if (!(threshold.known > 0 && threshold.known <= threshold.pass && threshold.pass <= threshold.full))
        return "known, pass and full are in their order";
    if (threshold.pass > 0.97 * solution || points(0.97 * solution) < max_points)
        return "the solution passes with full marks, and so does one that is 3 % slower";
    double before = 0;
    for (double speedup = 0.5 * threshold.known; speedup < 1.1 * threshold.full; speedup *= 1.01) {
        if (points(speedup) < before) return "a faster program gets no fewer points";
        before = points(speedup);
    }
    const double k = std::max(ramp_start, known);
    if (solution < 1.08 * k) {
        const double passes = 0.97 * std::min(k, solution);
        if (points(passes) < max_points || threshold.pass > passes)
            return "without a gap both pass with full marks";
        if (points(0.79 * passes) > 0) return "without a gap points begin at 0.8 of what passes";
        return {};
    }
    if (points(0.99 * k) > 0) return "the known program has no points";
    if (threshold.pass < 0.995 * k) return "pass is no less than the known program";
    // A program at 0.9 of a threshold must fail.
    if (solution >= 1.2 * k && threshold.pass < k / 0.9 * 0.9999) return "the known program fails";
    // Rounding moves a bound by half a unit of the third digit, which is at most 0.5 %.
    if (0.85 * solution >= 1.31 * k && (threshold.full > 0.855 * solution || threshold.full < 1.29 * k))
        return "full is at most 85 % of the solution and at least 1.3 times the known program";
    return {};
}

using Rule = std::function<Threshold(double known, double solution)>;

/// Returns the first violation of @p rule on a grid over the plane, with its position; empty: none.
std::string first_break(const Rule& rule) {
    for (double known = 0.4; known < 2000; known *= 1.037)
        for (double gap = 0.5; gap < 400; gap *= 1.019) {
            const std::string broken = broken_by(known, gap * known, rule(known, gap * known));
            if (!broken.empty())
                return broken + ": known " + std::to_string(known) + ", solution " +
                       std::to_string(gap * known);
        }
    return {};
}

void check_thresholds(const Threshold& threshold, double known, double pass, double full) {
    CHECK(threshold.known == known);
    CHECK(threshold.pass == pass);
    CHECK(threshold.full == full);
}

} // namespace

TEST_CASE("derived thresholds satisfy the rule for all pairs of known and solution speedups",
          "[thresholds]") {
    for (const Reference& reference : {reference_01, reference_03, reference_04, reference_05}) {
        INFO(reference.threshold.pass);
        CHECK(first_break([&](double known, double solution) {
                  return derive_threshold({solution, known, {}, 0}, reference);
              }).empty());
    }
}

TEST_CASE("derived thresholds satisfy the rule with a closest rung", "[thresholds]") {
    for (const double closest : {0.9, 1.1, 1.25, 2.0}) {
        INFO(closest);
        CHECK(first_break([&](double known, double solution) {
                  return derive_threshold({solution, known, closest * known, 0}, reference_01);
              }).empty());
    }
}

TEST_CASE("simpler threshold rules violate the rule's conditions", "[thresholds]") {
    // The maximum that can be required: only the solution itself gets full points.
    const auto all_of_it = [](double known, double solution) {
        return Threshold{std::max(ramp_start, known), 0.95 * solution, 0.97 * solution};
    };
    CHECK_THAT(broken_by(1.05, 225, all_of_it(1.05, 225)), ContainsSubstring("at most 85 %"));
    // Full points at 1.3 times the known program and at most 85 % of the solution, or else another GPU's
    // thresholds.
    const auto another_gpu = [](double known, double solution) {
        if (0.85 * solution < 1.3 * known) return reference_01.threshold;
        return Threshold{known, known / 0.9, 1.3 * known};
    };
    CHECK_THAT(broken_by(8.30, 10.58, another_gpu(8.30, 10.58)), ContainsSubstring("solution passes"));
    CHECK_THAT(first_break(another_gpu), ContainsSubstring("known"));
}

TEST_CASE("full marks require the same share of the solution's speedup as on the reference GPU",
          "[thresholds]") {
    check_thresholds(derive_threshold({15.75, 9.6, {}, 0}, reference_01), 9.6, 12.7,
                     13.1); // the reference's value
    const Threshold lab_04_h100 = derive_threshold({24.5, 13.9, {}, 0}, reference_04);
    CHECK_THAT(lab_04_h100.pass, WithinRel(17.4, 0.005));
    CHECK(lab_04_h100.full == 20.6);
    // If the reference's solution was not recorded, or is close to `full`, 85 %.
    check_thresholds(derive_threshold({15.75, 9.6, {}, 0}, {"h200", {9.8, 12.7, 13.1}}), 9.6, 12.9, 13.4);
    check_thresholds(derive_threshold({15.75, 9.6, {}, 0}, {"h200", {9.8, 12.7, 13.1, 13.2}}), 9.6, 12.9,
                     13.4);
}

TEST_CASE("a half of the last digit is rounded up", "[thresholds]") {
    CHECK(derive_threshold({924.5, {}, {}, 1204.5}, reference_01).solution == 925);
    CHECK(derive_threshold({924.5, {}, {}, 1204.5}, reference_01).limit == 1200);
    CHECK(derive_threshold({925.5, {}, {}, 1205}, reference_01).solution == 926);
    CHECK(derive_threshold({925.5, {}, {}, 1205}, reference_01).limit == 1210);
}

TEST_CASE("full marks on a GPU with less gain require up to 1.3 times the known speedup", "[thresholds]") {
    const Threshold lab_01_h100 = derive_threshold({10.58, 8.30, {}, 0}, reference_01);
    CHECK(lab_01_h100.known == 8.3);
    CHECK_THAT(lab_01_h100.pass, WithinRel(10.0, 0.005));
    CHECK(lab_01_h100.full == 10.2);
    check_thresholds(derive_threshold({3.96, 3.10, {}, 0}, reference_03), 3.1, 3.54, 3.84);
    check_thresholds(derive_threshold({12, 8, {}, 0}, reference_01), 8, 10.1, 10.4);
}

TEST_CASE("between 1.08 and 1.2 times known the thresholds pass and full are close together",
          "[thresholds]") {
    const Threshold close = derive_threshold({1.12, 1.00, {}, 0}, reference_05);
    CHECK(close.known == ramp_start);
    CHECK(close.pass >= 1.02);
    CHECK(close.full == 1.08);
    CHECK(close.gain == 0);
}

TEST_CASE("known program and solution get full marks for a gain below 1.08 which is recorded",
          "[thresholds]") {
    const Threshold level = derive_threshold({1.10, 1.00, {}, 0}, reference_05);
    check_thresholds(level, 0.791, 0.989, 0.989);
    CHECK(level.gain == 1.08); // 1.10 over 1.02, rounded
    // A solution that is slower than the known program determines the thresholds alone.
    const Threshold slower = derive_threshold({7.5, 8, {}, 0}, reference_01);
    check_thresholds(slower, 5.82, 7.27, 7.27);
    CHECK(slower.gain == 0.938);
}

TEST_CASE("the closest rung reaches pass and the known program does not", "[thresholds]") {
    check_thresholds(derive_threshold({14, 8, 11.2, 0}, reference_01), 8, 10.8, 11.7);
    check_thresholds(derive_threshold({14, 8, 8.5, 0}, reference_01), 8, 8.89, 11.7);
}

TEST_CASE("every threshold of the course satisfies the threshold rule", "[thresholds]") {
    const fs::path root = KERNELSMITH_SOURCE_DIR;
    const grader::Course course(root, root / "no modules are needed");
    std::size_t checked = 0;
    for (const grader::Lab& lab : course.labs())
        for (const auto& [slug, threshold] : lab.manifest.speed.thresholds) {
            INFO(lab.id << " on " << slug);
            CHECK(rule_violation(threshold).empty());
            REQUIRE(threshold.solution > 0);
            CHECK(threshold.limit > 0);
            // The reference's were chosen by the median of the solution's speedup, not by its lower bound.
            const double solution = (slug == lab.manifest.speed.reference ? 1.05 : 1) * threshold.solution;
            CHECK(broken_by(threshold.gain > 0 ? solution / threshold.gain : threshold.known, solution,
                            threshold)
                      .empty());
            ++checked;
        }
    CHECK(checked == 23); // twelve labs on an H200, and all but lab 09 on an H100
}

TEST_CASE("the rule derives the reference's thresholds from the reference's speedups", "[thresholds]") {
    const fs::path root = KERNELSMITH_SOURCE_DIR;
    const grader::Course course(root, root / "no modules are needed");
    for (const grader::Lab& lab : course.labs()) {
        if (!lab.manifest.has_timed_cases()) continue;
        INFO(lab.id);
        const Reference reference = grader::calibration::reference_of(lab);
        const Threshold& chosen = reference.threshold;
        const Threshold derived =
            derive_threshold({chosen.solution, chosen.known, {}, chosen.limit}, reference);
        // By the lower bound of the solution's interval, which is up to 5 % below the median that they were
        // chosen by.
        CHECK_THAT(derived.pass, WithinRel(chosen.pass, 0.05));
        CHECK_THAT(derived.full, WithinRel(chosen.full, 0.05));
    }
}

TEST_CASE("a violation of the threshold rule is reported with its values", "[thresholds]") {
    CHECK(rule_violation({9.8, 12.7, 13.1, 15.5}).empty());
    CHECK(rule_violation({9.8, 12.7, 13.1}).empty()); // the solution's speedup is unknown
    CHECK_THAT(rule_violation({9.8, 12.7, 13.1, 13.2}), ContainsSubstring("the solution reaches 13.2 times"));
    CHECK_THAT(rule_violation({8, 12.7, 13.1, 14.5}), ContainsSubstring("full is 13.1"));
    CHECK_THAT(rule_violation({9.8, 10.5, 13.1, 15.7}), ContainsSubstring("pass is at least 10.89"));
    CHECK_THAT(rule_violation({9.8, 12.7, 12.5, 15.7}), ContainsSubstring("order"));
    CHECK(rule_violation({0.791, 0.989, 0.989, 1.1, 0, 1.08}).empty());
}

// Simulation of a class's run: submissions whose times can be computed by hand, and invariants of all runs.

#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "base/errors.h"
#include "classroom/bench/figures.h"
#include "classroom/bench/queue.h"
#include "classroom/bench/sampled_class.h"

namespace {

using Catch::Matchers::WithinAbs;
using grader::WorkerCounts;
using grader::drain::Arrival;
using grader::drain::GradingTimeline;
using grader::drain::MeasuredClass;
using grader::drain::RandomStream;
using grader::drain::StageTimes;
using grader::drain::Timing;

Arrival checked(double at, double check) { return {at, {check, std::nullopt}}; }
Arrival timed(double at, double check, double time) { return {at, {check, Timing{time, time / 2}}}; }

std::vector<double> graded(const std::vector<Arrival>& arrivals, const WorkerCounts& workers) {
    std::vector<double> at;
    for (const GradingTimeline& timeline : grader::drain::simulate_queue(arrivals, workers))
        at.push_back(timeline.graded);
    return at;
}

/// Returns an irregular class, its submissions in order of arrival.
std::vector<Arrival> any_class(std::uint64_t seed, std::size_t count) {
    RandomStream random_stream(seed);
    std::vector<Arrival> arrivals;
    double now = 0;
    for (std::size_t i = 0; i < count; ++i) {
        // Whole seconds, so that many events are simultaneous.
        now += static_cast<double>(random_stream.below(4));
        arrivals.push_back(random_stream.share() < 0.6
                               ? timed(now, static_cast<double>(1 + random_stream.below(9)),
                                       static_cast<double>(1 + random_stream.below(9)))
                               : checked(now, static_cast<double>(1 + random_stream.below(9))));
    }
    return arrivals;
}

struct Span {
    double from = 0;
    double to = 0;
};

/// Reports whether at each moment of @p waiting, as many as @p workers of the others' @p work are in
/// progress.
bool all_hands_busy(const Span& waiting, const std::vector<Span>& work, std::size_t workers) {
    std::vector<double> moments{waiting.from};
    for (const Span& one : work)
        if (one.to > waiting.from && one.to < waiting.to) moments.push_back(one.to);
    return std::all_of(moments.begin(), moments.end(), [&](double moment) {
        return static_cast<std::size_t>(std::count_if(work.begin(), work.end(), [&](const Span& one) {
                   return one.from <= moment && moment < one.to;
               })) == workers;
    });
}

/// Returns the maximum of @p work that is in progress at the same time.
std::size_t most_at_once(const std::vector<Span>& work) {
    std::size_t most = 0;
    for (const Span& begin : work)
        most =
            std::max(most,
                     static_cast<std::size_t>(std::count_if(work.begin(), work.end(), [&](const Span& one) {
                         return one.from <= begin.from && begin.from < one.to;
                     })));
    return most;
}

const MeasuredClass two_labs{"NVIDIA H200",
                             16,
                             {{"01_occupancy", {1, std::nullopt}, std::nullopt},
                              {"01_occupancy", {2, Timing{6, 5}}, std::nullopt},
                              {"02_divergence", {3, Timing{8, 7}}, std::nullopt}}};

} // namespace

TEST_CASE("one checker checks one submission after the other", "[class-drain]") {
    CHECK(graded({checked(0, 2), checked(0, 2), checked(1, 2), checked(10, 2)}, {1, 0}) ==
          std::vector<double>{2, 4, 6, 12});
}

TEST_CASE("several checkers check as many submissions at once", "[class-drain]") {
    CHECK(graded(std::vector<Arrival>(7, checked(0, 2)), {3, 0}) == std::vector<double>{2, 2, 2, 4, 4, 4, 6});
}

TEST_CASE("a submission is timed once it is checked and a GPU is free", "[class-drain]") {
    const std::vector<Arrival> arrivals = {timed(0, 1, 5), timed(0, 1, 1), checked(0, 1), timed(20, 1, 1)};
    CHECK(graded(arrivals, {1, 1}) == std::vector<double>{6, 7, 3, 22});
    const std::vector<GradingTimeline> timelines = grader::drain::simulate_queue(arrivals, {1, 1});
    CHECK(timelines[1].check_begins == 1);
    CHECK(timelines[1].checked == 2);
    CHECK(timelines[1].time_begins == 6);
    CHECK_FALSE(timelines[2].time_begins);
}

TEST_CASE("the submission that arrived first gets the next free GPU", "[class-drain]") {
    // The second has the GPU from 1 to 11. Meanwhile the third is checked, and then the first.
    CHECK(graded({timed(0, 5, 1), timed(0, 1, 10), timed(0, 1, 1)}, {2, 1}) ==
          std::vector<double>{12, 11, 13});
    // A check that ends at the moment in which the GPU becomes free is in the queue.
    CHECK(graded({timed(0, 5, 1), timed(0, 1, 4), timed(0, 1, 1)}, {3, 1}) == std::vector<double>{6, 5, 7});
}

TEST_CASE("no submission waits while a worker that could grade it is idle", "[class-drain]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::vector<Arrival> arrivals = any_class(seed, 120);
        const WorkerCounts workers{1 + seed % 4, 1 + seed % 3};
        const std::vector<GradingTimeline> timelines = grader::drain::simulate_queue(arrivals, workers);
        std::vector<Span> checks;
        std::vector<Span> timings;
        for (const GradingTimeline& timeline : timelines) {
            checks.push_back({timeline.check_begins, timeline.checked});
            if (timeline.time_begins) timings.push_back({*timeline.time_begins, timeline.graded});
        }
        CHECK(most_at_once(checks) <= workers.checkers);
        CHECK(most_at_once(timings) <= workers.timers);
        for (std::size_t i = 0; i < arrivals.size(); ++i) {
            INFO("seed " << seed << ", submission " << i);
            const GradingTimeline& timeline = timelines[i];
            CHECK(timeline.checked == timeline.check_begins + arrivals[i].stage_times.check);
            REQUIRE(timeline.check_begins >= arrivals[i].at);
            if (timeline.check_begins > arrivals[i].at)
                CHECK(all_hands_busy({arrivals[i].at, timeline.check_begins}, checks, workers.checkers));
            if (i > 0) CHECK(timeline.check_begins >= timelines[i - 1].check_begins);
            if (!timeline.time_begins) continue;
            CHECK(timeline.graded == *timeline.time_begins + arrivals[i].stage_times.timing->seconds);
            REQUIRE(*timeline.time_begins >= timeline.checked);
            if (*timeline.time_begins > timeline.checked)
                CHECK(all_hands_busy({timeline.checked, *timeline.time_begins}, timings, workers.timers));
        }
    }
}

TEST_CASE("the time of a class is between its bounds", "[class-drain]") {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        std::vector<Arrival> arrivals = any_class(seed, 200);
        for (Arrival& arrival : arrivals) arrival.at = 0;
        const WorkerCounts workers{1 + seed % 7, 1 + seed % 5};
        const auto load =
            load_summary_of(arrivals, grader::drain::simulate_queue(arrivals, workers), workers);
        CHECK(load.makespan >= load.lower_bound());
        // All checks end within the time of the checks alone plus one more; the same holds for timings from
        // then on.
        CHECK(load.makespan <= load.check_bound + load.timing_bound + 2 * load.longest);
        CHECK(load.busy_checks <= 1);
        CHECK(load.busy_gpus <= 1);
        CHECK_THAT(load.held_gpus, WithinAbs(load.busy_gpus / 2, 1e-9));
    }
}

TEST_CASE("a class needs a worker for each of its stages", "[class-drain]") {
    CHECK_THROWS_AS(grader::drain::simulate_queue({checked(0, 1)}, {0, 1}), grader::UsageError);
    CHECK_THROWS_AS(grader::drain::simulate_queue({timed(0, 1, 1)}, {1, 0}), grader::UsageError);
    CHECK(grader::drain::simulate_queue({}, {1, 1}).empty());
}

TEST_CASE("turnaround and backlog and load equal values computed by hand", "[class-drain]") {
    using grader::drain::quantile;
    CHECK(quantile({4, 1, 3, 2}, 0.5) == 2);
    CHECK(quantile({4, 1, 3, 2}, 0.75) == 3);
    CHECK(quantile({4, 1, 3, 2}, 0.95) == 4);
    CHECK(quantile({}, 0.5) == 0);
    const std::vector<Arrival> arrivals = {timed(0, 1, 5), timed(0, 1, 1), checked(0, 1), checked(4, 2)};
    const std::vector<GradingTimeline> timelines =
        grader::drain::simulate_queue(arrivals, {1, 1}); // graded at 6, 7, 3, 6
    const auto waiting = turnaround_times_of(arrivals, timelines, 0, 4);
    CHECK(waiting.submissions == 3);
    CHECK(waiting.median == 6);
    CHECK(waiting.longest == 7);
    CHECK(turnaround_times_of(arrivals, timelines, 4, 9).longest == 2);
    const auto backlog = backlog_of(arrivals, timelines, 5);
    CHECK(backlog.to_check == 1);
    CHECK(backlog.to_time == 2);
    CHECK(backlog_of(arrivals, timelines, 6).to_time == 1);
    CHECK(backlog_of(arrivals, timelines, 3.5).to_check == 0);
    const auto load = load_summary_of(arrivals, timelines, {1, 1});
    CHECK(load.makespan == 7);
    CHECK(load.check_bound == 5);
    CHECK(load.timing_bound == 6);
    CHECK(load.longest == 6);
    CHECK(load.lower_bound() == 6);
    CHECK(load_summary_of(arrivals, timelines, {5, 3}).lower_bound() == 6);
}

TEST_CASE("half of the submissions arrive in the last three hours before the deadline", "[class-drain]") {
    constexpr double hour = 3600;
    const grader::drain::DeadlineDistribution distribution;
    RandomStream random_stream(1);
    constexpr int count = 20000;
    int last_three = 0;
    int last_six = 0;
    double earliest = 0;
    for (int i = 0; i < count; ++i) {
        const double before = distribution.draw(random_stream);
        REQUIRE(before >= 0);
        last_three += before < 3 * hour ? 1 : 0;
        last_six += before < 6 * hour ? 1 : 0;
        earliest = std::max(earliest, before);
    }
    CHECK_THAT(last_three, WithinAbs(count / 2.0, 400));
    CHECK_THAT(last_six, WithinAbs(count * 0.75, 400));
    CHECK(earliest <= 24 * hour);
    CHECK(earliest > 22 * hour);
}

TEST_CASE("a submission takes the time of a measured one of its lab", "[class-drain]") {
    const grader::drain::SubmissionSampler sampler(two_labs, std::nullopt);
    CHECK(sampler.labs() == std::vector<std::string>{"01_occupancy", "02_divergence"});
    RandomStream random_stream(1);
    int beyond = 0;
    for (int i = 0; i < 300; ++i) {
        CHECK(sampler.draw(0, random_stream).lab == "01_occupancy");
        CHECK(sampler.draw(1, random_stream).lab == "02_divergence");
        // A lab that was not measured uses the times of any lab.
        beyond += sampler.draw(7, random_stream).lab == "02_divergence" ? 1 : 0;
    }
    CHECK_THAT(beyond, WithinAbs(100, 40));
}

TEST_CASE("the share that takes no GPU can be set", "[class-drain]") {
    const auto stopped = [](double share, std::size_t lab) {
        const grader::drain::SubmissionSampler sampler(two_labs, share);
        RandomStream random_stream(1);
        int count = 0;
        for (int i = 0; i < 1000; ++i) count += sampler.draw(lab, random_stream).times.timing ? 0 : 1;
        return count;
    };
    CHECK(stopped(0, 0) == 0);
    CHECK(stopped(1, 0) == 1000);
    CHECK_THAT(stopped(0.25, 0), WithinAbs(250, 60));
    CHECK(stopped(1, 1) == 1000); // its lab has none, so another lab's is used
    MeasuredClass all_right = two_labs;
    all_right.submissions.erase(all_right.submissions.begin());
    CHECK_THROWS_AS(grader::drain::SubmissionSampler(all_right, 0.5), grader::UsageError);
    CHECK_NOTHROW(grader::drain::SubmissionSampler(all_right, 0.0));
}

TEST_CASE("the number of submissions of a class follows from students and labs and attempts",
          "[class-drain]") {
    const grader::drain::SubmissionSampler sampler(two_labs, std::nullopt);
    RandomStream random_stream(1);
    grader::drain::ClassSize size{100, 4, {0.5, 0.25}, std::nullopt};
    CHECK(all_at_once(sampler, size, random_stream).size() == 400);
    const grader::drain::DeadlineDistribution distribution;
    const auto deadline_load = before_deadline(sampler, size, distribution, random_stream);
    CHECK_THAT(static_cast<double>(deadline_load.size()), WithinAbs(400 * 1.75, 60));
    CHECK(std::is_sorted(deadline_load.begin(), deadline_load.end(),
                         [](const auto& a, const auto& b) { return a.at < b.at; }));
    CHECK(deadline_load.front().at >= 0);
    CHECK(deadline_load.back().at <= distribution.begin_s);
    size.only_lab = 1;
    size.again = {};
    const auto one_lab = before_deadline(sampler, size, distribution, random_stream);
    CHECK(one_lab.size() == 100);
    CHECK(one_lab.front().like->lab == "02_divergence");
    CHECK(all_at_once(sampler, size, random_stream).size() == 100);
}

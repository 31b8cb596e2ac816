#include "grading/measure/overhead_model.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

namespace {

using Catch::Matchers::WithinAbs;
using grader::OverheadModel;
using grader::TimedCall;

/// A call of 2 ms by its own clock, observed to take @p lag_ms longer, in a process that took @p wake_ms to
/// get the device, which had been prepared in @p ready_ms.
TimedCall timed_call(double lag_ms, double wake_ms = 0.15, double ready_ms = 0.7) {
    return {{2, 0}, 2 + lag_ms, ready_ms, wake_ms};
}

OverheadModel calibrated() {
    OverheadModel model;
    for (int i = 0; i < 20; ++i)
        model.add(timed_call(0.001, i == 19 ? 0.4 : 0.15)); // one call was interrupted
    return model;
}

} // namespace

TEST_CASE("a call is charged the time that its process reports if the observation agrees", "[usual]") {
    CHECK_THAT(calibrated().charged_ms(timed_call(0.001)), WithinAbs(2, 1e-9));
    CHECK_THAT(calibrated().charged_ms(timed_call(0.002)), WithinAbs(2, 1e-9));
}

TEST_CASE("a process that reports less than was observed is charged the observed time", "[usual]") {
    CHECK_THAT(calibrated().charged_ms(timed_call(0.5)), WithinAbs(2.498, 1e-9));
}

TEST_CASE("a call that starts during the context switch is charged the whole excess", "[usual]") {
    CHECK_THAT(calibrated().charged_ms(timed_call(0.001, 0.65)), WithinAbs(2.5, 1e-9));
    CHECK_THAT(calibrated().charged_ms(timed_call(0.001, 0.1)), WithinAbs(2, 1e-9));
}

TEST_CASE("preparations that take far longer than usual indicate a busy device", "[usual]") {
    OverheadModel idle;
    OverheadModel busy;
    for (int i = 0; i < 5; ++i) {
        idle.add(timed_call(0, 0.15, i == 0 ? 9 : 0.75)); // once may be chance
        busy.add(timed_call(0, 0.15, i == 0 ? 0.7 : 2.4));
    }
    CHECK_FALSE(calibrated().has_busy_device(idle));
    CHECK(calibrated().has_busy_device(busy));
}

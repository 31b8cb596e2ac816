#include "timing/in_flight_loads.h"

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace simulator::timing;

TEST_CASE("loads that are in flight together count once", "[time]") {
    InFlightLoads in_flight;
    CHECK(in_flight.length() == 0);
    in_flight.load(100, 200);
    in_flight.load(150, 250);
    in_flight.load(120, 130);
    in_flight.load(400, 500);
    CHECK(in_flight.length() == 250);
}

TEST_CASE("a copy is in flight until its group is awaited", "[time]") {
    InFlightLoads in_flight;
    in_flight.copy(0, 100);
    in_flight.copy(0, 110);
    in_flight.close_group(0);
    in_flight.copy(0, 200);
    in_flight.close_group(0);
    CHECK(in_flight.length() == 0);
    in_flight.wait(0, 1, 1000); // the first one
    CHECK(in_flight.length() == 900);
    in_flight.wait(1, 0, 5000); // another warp has none
    CHECK(in_flight.length() == 900);
    in_flight.wait(0, 0, 2000);
    CHECK(in_flight.length() == 1900);
}

TEST_CASE("a group without copies is never in flight", "[time]") {
    InFlightLoads in_flight;
    in_flight.close_group(0);
    in_flight.wait(0, 0, 1000);
    CHECK(in_flight.length() == 0);
}

} // namespace

#include "timing/under_way.h"

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace simulator::timing;

TEST_CASE("loads that are under way together count once", "[time]") {
    UnderWay under_way;
    CHECK(under_way.length() == 0);
    under_way.load(100, 200);
    under_way.load(150, 250);
    under_way.load(120, 130);
    under_way.load(400, 500);
    CHECK(under_way.length() == 250);
}

TEST_CASE("a copy is under way until its group is waited for", "[time]") {
    UnderWay under_way;
    under_way.copy(0, 100);
    under_way.copy(0, 110);
    under_way.close_group(0);
    under_way.copy(0, 200);
    under_way.close_group(0);
    CHECK(under_way.length() == 0);
    under_way.wait(0, 1, 1000); // the first one
    CHECK(under_way.length() == 900);
    under_way.wait(1, 0, 5000); // another warp has none
    CHECK(under_way.length() == 900);
    under_way.wait(0, 0, 2000);
    CHECK(under_way.length() == 1900);
}

TEST_CASE("a group without copies is never under way", "[time]") {
    UnderWay under_way;
    under_way.close_group(0);
    under_way.wait(0, 0, 1000);
    CHECK(under_way.length() == 0);
}

} // namespace

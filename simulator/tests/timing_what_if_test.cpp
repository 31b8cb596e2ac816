#include "timing/what_if.h"

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace simulator;
using namespace simulator::timing;

TEST_CASE("where lanes use neighbouring bytes, a line is looked up in L1 once", "[time]") {
    AccessCost cost;
    cost.space = MemorySpace::global;
    cost.lanes = 32;
    cost.bytes = 4;
    cost.lines = cost.passes = cost.sectors = cost.missed = 32;
    OpChange change;
    change.coalesced = true;
    const AccessCost then = changed(cost, change);
    CHECK(then.lines == 1);
    CHECK(then.passes == 1);
    CHECK(then.sectors == 4);
    CHECK(then.missed == 4);
}

} // namespace

#include "timing/op_change.h"

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace simulator;
using namespace simulator::timing;

TEST_CASE("a coalesced access costs one L1 line and four sectors", "[time]") {
    AccessCost cost;
    cost.space = MemorySpace::global;
    cost.lanes = 32;
    cost.bytes = 4;
    cost.lines = cost.passes = cost.sectors = cost.l2_sectors = 32;
    OpChange change;
    change.coalesced = true;
    const AccessCost then = apply_change(cost, change);
    CHECK(then.lines == 1);
    CHECK(then.passes == 1);
    CHECK(then.sectors == 4);
    CHECK(then.l2_sectors == 4);
}

TEST_CASE("constants that were in shared memory are read from its banks", "[time]") {
    AccessCost cost;
    cost.space = MemorySpace::constant;
    cost.lanes = 32;
    cost.bytes = 4;
    cost.serial_rounds = 1;
    cost.constant_line = 77;
    OpChange change;
    CHECK(apply_change(cost, change).space == MemorySpace::constant);
    change.in_shared = true;
    CHECK(apply_change(cost, change).space == MemorySpace::shared);
    CHECK(apply_change(cost, change).passes == 1);
    cost.serial_rounds = 32;
    CHECK(apply_change(cost, change).passes == 32);
}

TEST_CASE("the CAS loop of a shared atomic has one round if its lanes use different words", "[time]") {
    AccessCost cost;
    cost.space = MemorySpace::shared;
    cost.kind = AccessKind::atomic;
    cost.lowering = AtomicLowering::float_add;
    cost.serial_rounds = 16;
    cost.passes = 136;
    cost.passes_ideal = 3;
    OpChange change;
    change.conflict_free = true;
    CHECK(apply_change(cost, change).serial_rounds == 3);
    CHECK(apply_change(cost, change).passes == 3);
    change.spread = true;
    CHECK(apply_change(cost, change).serial_rounds == 1);
    CHECK(apply_change(cost, change).passes == 1);
}

} // namespace

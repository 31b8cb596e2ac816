#include "timing/op_change.h"

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace simulator;
using namespace simulator::timing;

TEST_CASE("where lanes use neighbouring bytes, a line is looked up in L1 once", "[time]") {
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

TEST_CASE("where lanes no longer hold each other up, a loop of an atomic has one round", "[time]") {
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

// The runner records each operation of a call with its kind, its bytes and, if events are requested, its
// time.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "grading/inspect/timeline.h"
#include "launch_variants.h"

namespace {

using grader::Defines;
using grader::Direction;
using grader::Operation;
using grader::OperationKind;
using grader::OperationLog;
using grader::OperationTransfers;
using launch_variants::gpu;
using launch_variants::per_thread;
using launch_variants::simulator;
using launch_variants::VariantRunner;

/// A function of fixtures/cuda/ways.cu, and the labels and bytes of the operations in one call.
struct Noted {
    std::string entry;
    std::vector<std::pair<std::string, std::uint64_t>> operations;
};

const std::vector<Noted> noted_everywhere = {
    {"nothing", {}},
    {"chevrons", {{"add_one", 0}}},
    {"cooperative", {{"add_one", 0}}},
    {"twice_in_one_shape_and_once_in_another", {{"add_one", 0}, {"add_one", 0}, {"add_one", 0}}},
    {"captured_and_launched_twice", {{"graph of add_one, add_two", 0}, {"graph of add_one, add_two", 0}}},
    {"captured_and_not_launched", {}},
    {"copy_to_the_device", {{"copy to the device", 1024}}},
    {"copy_to_the_host", {{"copy to the host", 1024}}},
    {"copy_by_addresses", {{"copy to the device", 1024}}},
    {"copy_on_the_device", {{"copy on the device", 1024}}},
    {"copy_on_the_host", {{"copy on the host", 1024}}},
    {"copy_in_a_stream", {{"copy to the device", 1024}}},
    {"copy_rows", {{"copy to the device", 1024}}},
    {"copy_to_a_variable", {{"copy to the device", 1024}}},
    {"copy_from_an_array_in_a_stream", {{"copy on the device", 1024}, {"copy to the host", 1024}}},
};

/// Returns the copies and memsets of the operations of one call of @p entry.
std::vector<OperationTransfers> moves_of(VariantRunner& launch_variants, const std::string& entry) {
    launch_variants.call(entry); // a first call makes its one-time allocations
    launch_variants.record(false);
    launch_variants.call(entry);
    std::vector<OperationTransfers> all;
    for (const Operation& operation : launch_variants.operations().operations)
        all.insert(all.end(), operation.transfers.begin(), operation.transfers.end());
    return all;
}

void check_moves(VariantRunner& launch_variants) {
    const std::vector<OperationTransfers> dense = moves_of(launch_variants, "copy_on_the_device");
    REQUIRE(dense.size() == 1);
    CHECK(dense[0].direction == Direction::on_device);
    CHECK(dense[0].bytes == 1024);
    CHECK(dense[0].moved_bytes == 2048); // read and written
    const std::vector<OperationTransfers> rows = moves_of(launch_variants, "copy_rows");
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].moved_bytes == 1024); // the rows are contiguous
    const std::vector<OperationTransfers> short_rows =
        moves_of(launch_variants, "copy_short_rows_on_the_device");
    REQUIRE(short_rows.size() == 1);
    CHECK(short_rows[0].bytes == 64);
    CHECK(short_rows[0].moved_bytes == 16 * 2 * 32); // one sector per row, on either side
    const std::vector<OperationTransfers> set = moves_of(launch_variants, "captured_memset_of_short_rows");
    REQUIRE(set.size() == 1);
    CHECK(set[0].kind == OperationKind::memset);
    CHECK(set[0].moved_bytes == 16 * 32);
    const std::vector<OperationTransfers> graphs =
        moves_of(launch_variants, "captured_copies_launched_three_times");
    REQUIRE(graphs.size() == 9);
    std::uint64_t to_host = 0;
    for (const OperationTransfers& transfers : graphs)
        if (transfers.direction == Direction::to_host) to_host += transfers.bytes;
    CHECK(to_host == 3 * 1024);
}

/// Calls the functions one after the other and checks the recorded operations, timed if @p with_events.
void check_noted(VariantRunner& launch_variants, bool with_events) {
    for (const Noted& noted : noted_everywhere) {
        INFO(noted.entry);
        launch_variants.call(noted.entry); // a first call makes its one-time allocations
        launch_variants.record(with_events);
        launch_variants.call(noted.entry);
        const OperationLog log = launch_variants.operations();
        std::vector<std::pair<std::string, std::uint64_t>> operations;
        for (const Operation& operation : log.operations) {
            operations.emplace_back(grader::label_of(operation), operation.bytes);
            CHECK(operation.time.has_value() == with_events);
        }
        CHECK(operations == noted.operations);
        CHECK(log.ms.has_value() == with_events);
        CHECK(log.dropped == 0);
    }
}

} // namespace

TEST_CASE("each operation on the simulator is recorded", "[launches][timeline][slow]") {
    for (const Defines& defines : {Defines{}, per_thread}) {
        VariantRunner launch_variants(simulator(), defines);
        check_noted(launch_variants, false);
        check_noted(launch_variants, true);
        launch_variants.call("in_more_shapes_than_a_log_holds");
        CHECK(launch_variants.operations().operations.size() == 4096);
        CHECK(launch_variants.operations().dropped == 33 * 250 - 4096);
    }
}

TEST_CASE("copies and memsets are recorded with their sectors on the simulator also in graphs",
          "[launches][timeline]") {
    VariantRunner launch_variants(simulator(), {});
    check_moves(launch_variants);
}

TEST_CASE("copies and memsets are recorded with their sectors on a GPU", "[launches][timeline][gpu]") {
    VariantRunner launch_variants(gpu(), {});
    check_moves(launch_variants);
}

TEST_CASE("each operation on a GPU is recorded with its time", "[launches][timeline][gpu]") {
    for (const Defines& defines : {Defines{}, per_thread}) {
        VariantRunner launch_variants(gpu(), defines);
        check_noted(launch_variants, true);
        // Functions that the simulator does not support.
        for (const char* entry :
             {"made_of_nodes", "a_graph_in_a_graph", "copy_a_batch", "a_condition_in_a_graph"}) {
            INFO(entry);
            launch_variants.call(entry);
            for (const Operation& operation : launch_variants.operations().operations) CHECK(operation.time);
        }
    }
}

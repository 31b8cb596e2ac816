#include "runtime/unchecked_errors.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>
#include <vector>

#include "finding_messages/call_messages.h"
#include "program/call_site.h"

namespace {

using simulator::Finding;
using simulator::FindingKind;
using simulator::Message;
using namespace simulator::runtime;

namespace call_messages = kernelsmith::call_messages;

/// Returns the message of a rejected launch.
Message launch_of_kernel(const char* kernel) {
    return {call_messages::launch_was_refused, {{"kernel", kernel}}};
}

TEST_CASE("refused launches are unchecked until their thread queries its last error", "[runtime]") {
    mark_errors_checked(); // errors of other tests in this process
    const CallChain places[2] = {};
    note_refused_launch(&places[0], launch_of_kernel("first"));
    note_refused_launch(&places[0], launch_of_kernel("first"));
    note_refused_launch(&places[1], launch_of_kernel("second"));
    const std::vector<Finding> findings = take_unchecked_errors();
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].kind == FindingKind::unchecked_launch);
    CHECK(findings[0].what ==
          Message(call_messages::refusal_was_not_checked, {{"refusal", launch_of_kernel("first")}}));
    CHECK(findings[0].count == 2);
    CHECK(findings[1].count == 1);
    CHECK(take_unchecked_errors().empty()); // each is reported once

    note_refused_launch(&places[0], launch_of_kernel("again"));
    mark_errors_checked();
    CHECK(take_unchecked_errors().empty());

    // A query before the error does not count.
    note_refused_launch(&places[0], launch_of_kernel("third"));
    CHECK(take_unchecked_errors().size() == 1);
}

TEST_CASE("an error query in another thread does not check the error", "[runtime]") {
    const CallChain place = {};
    std::thread([&] { note_refused_launch(&place, launch_of_kernel("elsewhere")); }).join();
    mark_errors_checked();
    std::thread([] { mark_errors_checked(); }).join();
    CHECK(take_unchecked_errors().size() == 1);
}

} // namespace

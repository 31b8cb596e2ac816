#include "runtime/unheard.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>
#include <vector>

#include "program/call_site.h"

namespace {

using simulator::Finding;
using simulator::FindingKind;
using namespace simulator::runtime;

TEST_CASE("refused launches wait until their thread asks for its last error", "[runtime]") {
    heard_of_errors(); // of other tests in this process
    const CallChain places[2] = {};
    note_refused_launch(&places[0], "first");
    note_refused_launch(&places[0], "first");
    note_refused_launch(&places[1], "second");
    const std::vector<Finding> findings = take_unheard();
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].kind == FindingKind::unchecked_launch);
    CHECK(findings[0].what == "first; nobody looked at the error");
    CHECK(findings[0].count == 2);
    CHECK(findings[1].count == 1);
    CHECK(take_unheard().empty()); // it is told once

    note_refused_launch(&places[0], "and again");
    heard_of_errors();
    CHECK(take_unheard().empty());

    // Asked before, not behind.
    note_refused_launch(&places[0], "third");
    CHECK(take_unheard().size() == 1);
}

TEST_CASE("who asks in another thread hears nothing of it", "[runtime]") {
    const CallChain place = {};
    std::thread([&] { note_refused_launch(&place, "elsewhere"); }).join();
    heard_of_errors();
    std::thread([] { heard_of_errors(); }).join();
    CHECK(take_unheard().size() == 1);
}

} // namespace

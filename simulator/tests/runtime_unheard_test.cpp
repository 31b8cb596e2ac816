#include "runtime/unheard.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>
#include <vector>

#include "runtime/errors.h"

namespace {

using simulator::Finding;
using simulator::FindingKind;
using namespace simulator::runtime;

void refuse(const void* caller, const std::string& what) {
    ErrorState::remember(cudaErrorInvalidValue);
    note_refused_launch(caller, what);
}

TEST_CASE("refused launches wait until their thread asks for its last error", "[runtime]") {
    const int places[2] = {};
    refuse(&places[0], "first");
    refuse(&places[0], "first");
    refuse(&places[1], "second");
    const std::vector<Finding> findings = unheard();
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].kind == FindingKind::unchecked_launch);
    CHECK(findings[0].what == "first; nobody looked at the error");
    CHECK(findings[0].count == 2);
    CHECK(findings[1].count == 1);
    CHECK(ErrorState::peek() == cudaErrorInvalidValue);
    CHECK(unheard().empty());

    // Asked before, not behind.
    refuse(&places[0], "third");
    CHECK(unheard().size() == 1);
    CHECK(ErrorState::take() == cudaErrorInvalidValue);
    CHECK(unheard().empty());
}

TEST_CASE("who asks in another thread hears nothing of it", "[runtime]") {
    const int place = 0;
    std::thread([&] { refuse(&place, "elsewhere"); }).join();
    CHECK(ErrorState::take() == cudaSuccess);
    std::thread([] {
        ErrorState::remember(cudaErrorInvalidValue);
        CHECK(ErrorState::take() == cudaErrorInvalidValue);
    }).join();
    CHECK(unheard().size() == 1);
}

} // namespace

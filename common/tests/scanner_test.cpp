// A scanner reads text of a known form from left to right, and does not advance without a match.

#include "scan/scanner.h"

#include <catch2/catch_test_macros.hpp>

using kernelsmith::Scanner;

TEST_CASE("a scanner skips a literal or number only at its position", "[scanner]") {
    Scanner scan("TODO(12): later");
    CHECK_FALSE(scan.skip("END"));
    CHECK(scan.rest() == "TODO(12): later");
    REQUIRE(scan.skip("TODO("));
    CHECK(scan.number() == 12U);
    CHECK(scan.rest() == "): later");
    CHECK_FALSE(scan.number());
    CHECK(scan.rest() == "): later");
}

TEST_CASE("a number with more digits than allowed is not scanned", "[scanner]") {
    Scanner scan("12345");
    CHECK_FALSE(scan.number(4));
    CHECK(scan.rest() == "12345");
    CHECK(scan.number(5) == 12345U);
    CHECK(scan.at_end());
    CHECK_FALSE(scan.number());
}

TEST_CASE("find skips ahead to the text", "[scanner]") {
    Scanner scan("ptxas info : Used 32 registers, 7 bytes");
    REQUIRE(scan.find("Used "));
    CHECK(scan.number() == 32U);
    CHECK_FALSE(scan.find("Used "));
    CHECK(scan.rest() == " registers, 7 bytes");
    CHECK(scan.until(",;") == " registers");
    CHECK(scan.until("'") == ", 7 bytes");
    CHECK(scan.at_end());
}

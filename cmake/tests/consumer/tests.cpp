#include <catch2/catch_test_macros.hpp>

TEST_CASE("the test framework runs a test") { CHECK(1 + 1 == 2); }

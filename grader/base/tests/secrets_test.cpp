#include "base/secrets.h"

#include <set>

#include <catch2/catch_test_macros.hpp>

using grader::derive;
using grader::Secrets;

TEST_CASE("derived numbers are SipHash-2-4 of purpose and number", "[secrets]") {
    // Computed with another implementation: key 16 bytes (the seed, then zeros), message = purpose, then the
    // number.
    CHECK(derive(0, "", 0) == 0xe849e8bb6ffe2567);
    CHECK(derive(42, "case", 3) == 0xfa828fca3bb2297b);
}

TEST_CASE("each seed and purpose and number gives a different result", "[secrets]") {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (const char* purpose : {"case", "clean", "cas", "case\0"})
            for (std::uint64_t number = 0; number < 20; ++number) seen.insert(derive(seed, purpose, number));
    CHECK(seen.size() == 20 * 3 * 20); // a text ends at its null byte
}

TEST_CASE("secrets are random unless a replay derives them from its seed", "[secrets]") {
    const auto drawn = [](Secrets secrets) {
        std::set<std::uint64_t> numbers;
        for (int i = 0; i < 2000; ++i) numbers.insert(secrets.next());
        return numbers;
    };
    CHECK(drawn(Secrets()).size() == 2000);
    CHECK(drawn(Secrets()) != drawn(Secrets()));
    CHECK(drawn(Secrets(7)) == drawn(Secrets(7)));
    CHECK(drawn(Secrets(7)) != drawn(Secrets(8)));
}

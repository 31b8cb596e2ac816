#include <memory>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "kernelsmith/memo_cache.h"

using kernelsmith::MemoCache;

TEST_CASE("a memo cache computes each value only once", "[kept]") {
    MemoCache<int, std::string> cache;
    int made = 0;
    const auto make = [&made] {
        ++made;
        return std::string("seven");
    };
    CHECK(*cache.value(7, make) == "seven");
    CHECK(*cache.value(7, make) == "seven");
    CHECK(made == 1);
    CHECK(*cache.value(8, [] { return std::string("eight"); }) == "eight");
    CHECK(*cache.value(7, make) == "seven");
    CHECK(made == 1);
}

TEST_CASE("the oldest value is evicted and stays valid for its holders", "[kept]") {
    MemoCache<int, int> cache;
    int made = 0;
    const std::shared_ptr<const int> first = cache.value(0, [] { return 100; });
    for (int key = 1; key <= 8; ++key) cache.value(key, [key] { return key; });
    CHECK(*first == 100);
    CHECK(*cache.value(0, [&made] { return ++made; }) == 1); // recomputed
    CHECK(*cache.value(8, [&made] { return ++made; }) == 8);
    CHECK(made == 1);
}

#include "handlers_one_instruction.h"

#include <algorithm>
#include <cstdlib>

#include <catch2/catch_test_macros.hpp>

// Whole numbers side by side in a word, against the same number by number.

namespace {

using simulator::check;
using Word = std::uint32_t;

// One part of a word, whole or with its sign.
std::int64_t part_of(Word word, int bits, int n, bool is_signed) {
    const std::int64_t part = word >> n * bits & ((1U << bits) - 1);
    return is_signed && part >> (bits - 1) != 0 ? part - (std::int64_t{1} << bits) : part;
}

struct Operation {
    const char* name;
    std::int64_t (*apply)(std::int64_t a, std::int64_t b);
};
constexpr Operation operations[] = {
    {"vadd", [](std::int64_t a, std::int64_t b) { return a + b; }},
    {"vsub", [](std::int64_t a, std::int64_t b) { return a - b; }},
    {"vavrg",
     [](std::int64_t a, std::int64_t b) {
         const std::int64_t sum = a + b;
         return sum >= 0 ? (sum + 1) / 2 : -((1 - sum) / 2);
     }},
    {"vabsdiff", [](std::int64_t a, std::int64_t b) { return std::abs(a - b); }},
    {"vmin", [](std::int64_t a, std::int64_t b) { return std::min(a, b); }},
    {"vmax", [](std::int64_t a, std::int64_t b) { return std::max(a, b); }},
};

struct Signs {
    bool d, a, b;
    [[nodiscard]] std::string text() const {
        std::string types;
        for (const bool is_signed : {d, a, b}) types += is_signed ? ".s32" : ".u32";
        return types;
    }
};

template <class Value> Word packed(int bits, Value value) {
    Word word = 0;
    for (int n = 0; n < 32 / bits; ++n)
        word |= (static_cast<Word>(value(n)) & ((1U << bits) - 1)) << n * bits;
    return word;
}

template <class Value> Word added(int bits, Word c, Value value) {
    for (int n = 0; n < 32 / bits; ++n) c += static_cast<Word>(value(n));
    return c;
}

} // namespace

TEST_CASE("two and four integers in a word are computed separately", "[handlers]") {
    for (const Operation& operation : operations)
        for (const int bits : {8, 16})
            for (const Signs signs : {Signs{false, false, false}, Signs{true, true, true},
                                      Signs{false, true, false}, Signs{true, false, true}}) {
                const std::string name = operation.name + std::to_string(32 / bits) + signs.text();
                const auto of = [&](Word a, Word b) {
                    return [&, a, b](int n) {
                        return operation.apply(part_of(a, bits, n, signs.a), part_of(b, bits, n, signs.b));
                    };
                };
                check<Word, Word, Word, Word>(name + " %d, %a, %b, %c",
                                              [&](Word a, Word b, Word) { return packed(bits, of(a, b)); });
                const std::int64_t largest = (std::int64_t{1} << (bits - (signs.d ? 1 : 0))) - 1;
                const std::int64_t smallest = signs.d ? -largest - 1 : 0;
                check<Word, Word, Word, Word>(name + ".sat %d, %a, %b, %c", [&](Word a, Word b, Word) {
                    const auto value = of(a, b);
                    return packed(bits, [&](int n) { return std::clamp(value(n), smallest, largest); });
                });
                check<Word, Word, Word, Word>(name + ".add %d, %a, %b, %c", [&](Word a, Word b, Word c) {
                    return added(bits, c, of(a, b));
                });
            }
}

TEST_CASE("two and four integers in a word are compared separately", "[handlers]") {
    struct Comparison {
        const char* name;
        bool (*holds)(std::int64_t a, std::int64_t b);
    };
    for (const Comparison comparison :
         {Comparison{"eq", [](std::int64_t a, std::int64_t b) { return a == b; }},
          Comparison{"ne", [](std::int64_t a, std::int64_t b) { return a != b; }},
          Comparison{"lt", [](std::int64_t a, std::int64_t b) { return a < b; }},
          Comparison{"le", [](std::int64_t a, std::int64_t b) { return a <= b; }},
          Comparison{"gt", [](std::int64_t a, std::int64_t b) { return a > b; }},
          Comparison{"ge", [](std::int64_t a, std::int64_t b) { return a >= b; }}})
        for (const int bits : {8, 16})
            for (const bool is_signed : {false, true}) {
                const std::string type = is_signed ? ".s32" : ".u32";
                const std::string name =
                    "vset" + std::to_string(32 / bits) + type + type + "." + comparison.name;
                const auto of = [&](Word a, Word b) {
                    return [&, a, b](int n) {
                        return comparison.holds(part_of(a, bits, n, is_signed),
                                                part_of(b, bits, n, is_signed));
                    };
                };
                check<Word, Word, Word, Word>(name + " %d, %a, %b, %c",
                                              [&](Word a, Word b, Word) { return packed(bits, of(a, b)); });
                check<Word, Word, Word, Word>(name + ".add %d, %a, %b, %c", [&](Word a, Word b, Word c) {
                    return added(bits, c, of(a, b));
                });
            }
}

TEST_CASE("pairs of integers have sums and minima and maxima", "[handlers]") {
    for (const bool is_signed : {false, true}) {
        const std::string type = is_signed ? ".s16x2" : ".u16x2";
        for (const Operation& operation : {operations[0], operations[4], operations[5]}) {
            const std::string name = std::string(operation.name).substr(1) + type;
            check<Word, Word, Word>(name + " %d, %a, %b", [&](Word a, Word b) {
                return packed(16, [&](int n) {
                    return operation.apply(part_of(a, 16, n, is_signed), part_of(b, 16, n, is_signed));
                });
            });
        }
    }
    using Signed = std::int32_t;
    for (const Operation& operation : {operations[4], operations[5]}) {
        const std::string name = std::string(operation.name).substr(1) + ".relu";
        check<Word, Word, Word>(name + ".s16x2 %d, %a, %b", [&](Word a, Word b) {
            return packed(16, [&](int n) {
                return std::max<std::int64_t>(0, operation.apply(part_of(a, 16, n, true),
                                                                 part_of(b, 16, n, true)));
            });
        });
        check<Signed, Signed, Signed>(name + ".s32 %d, %a, %b", [&](Signed a, Signed b) {
            return std::max<std::int64_t>(0, operation.apply(a, b));
        });
    }
}

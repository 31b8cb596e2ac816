#include "handlers_one_instruction.h"

#include <cmath>

#include <catch2/catch_test_macros.hpp>

// Sums of floating-point numbers in memory: what a place holds afterwards, and what the instruction gives.

namespace {

using simulator::check;

float flushed_sum(float a, float b) {
    const auto flush = [](float value) {
        return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value;
    };
    const float sum = flush(flush(a) + flush(b));
    return sum == sum ? sum : simulator::the_nan;
}

// Each thread's cell, in which %a is: in global memory that of its operands, in shared memory one of its own.
constexpr const char* global_cell = "mov.b64 %long, %row";
constexpr const char* shared_cell = ".shared .align 8 .b64 cells[32];\n"
                                    "mov.u32 %n, %tid.x;\n"
                                    "mad.wide.u32 %long, %n, 8, 0;\n"
                                    "mov.u64 %row, cells;\n"
                                    "add.u64 %long, %long, %row";

template <class T, class F>
void check_sum(const std::string& space, bool generic, const std::string& cell, F expected) {
    const std::string type = simulator::type_name<T>();
    const std::string bits = sizeof(T) == 4 ? "b32" : "b64";
    const std::string begin = "mov." + bits + " %d, %a;\n" + cell + ";\n" + "st." + space + "." + bits +
                              " [%long], %a;\n" +
                              (generic ? "cvta." + space + ".u64 %long, %long;\n" : std::string());
    const std::string to = generic ? "" : "." + space;
    const std::string get = ";\n@%on ld" + to + "." + bits + " %d, [%long]";
    for (const std::string& sum :
         {"atom" + to + ".add" + type + " %d, [%long], %b", "red" + to + ".add" + type + " [%long], %b"})
        check<T, T, T>(begin + "@%on " + sum + get, expected);
    check<T, T, T>(begin + "@%on atom" + to + ".add" + type + " %d, [%long], %b", [](T a, T) { return a; });
}

} // namespace

TEST_CASE("atomic float sums flush subnormals in global memory and keep them in shared memory",
          "[handlers]") {
    for (const bool generic : {false, true}) {
        check_sum<float>("global", generic, global_cell, flushed_sum);
        check_sum<float>("shared", generic, shared_cell, [](float a, float b) {
            const float sum = a + b;
            return sum == sum ? sum : simulator::the_nan;
        });
    }
}

TEST_CASE("atomic double sums keep subnormals in global and in shared memory", "[handlers]") {
    const auto sum = [](double a, double b) { return a + b; };
    for (const bool generic : {false, true}) {
        check_sum<double>("global", generic, global_cell, sum);
        check_sum<double>("shared", generic, shared_cell, sum);
    }
}

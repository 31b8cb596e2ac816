#include "handlers_one_instruction.h"

#include <cmath>
#include <functional>

#include <catch2/catch_test_macros.hpp>

// Approximate functions: within the error that PTX allows, and exact where PTX says what the result is.

namespace {

using simulator::bits_of;
using simulator::Row;
using simulator::the_nan;

constexpr float infinity = std::numeric_limits<float>::infinity();

float run(const std::string& text, std::vector<float> operands) {
    Row row;
    std::vector<std::string> types;
    for (const float operand : operands) {
        row.push_back(bits_of(operand));
        types.emplace_back("b32");
    }
    const auto results = simulator::execute({text, "b32", types}, {row}, 0xffff'ffff);
    return std::bit_cast<float>(static_cast<std::uint32_t>(results[0]));
}

// Operands spread evenly over [begin, end], and the results of the instruction for them.
std::vector<std::pair<float, float>> sampled(const std::string& text, float begin, float end) {
    constexpr int count = 4096;
    std::vector<Row> rows;
    std::vector<std::pair<float, float>> pairs;
    for (int n = 0; n < count; ++n) {
        const float x = begin + (end - begin) * static_cast<float>(n) / count;
        rows.push_back({bits_of(x)});
        pairs.emplace_back(x, 0.0F);
    }
    const auto results = simulator::execute({text, "b32", {"b32"}}, rows, 0xffff'ffff);
    for (int n = 0; n < count; ++n)
        pairs[static_cast<std::size_t>(n)].second =
            std::bit_cast<float>(static_cast<std::uint32_t>(results[static_cast<std::size_t>(n)]));
    return pairs;
}

using Function = std::function<double(double)>;

double largest_error(const std::string& text, float begin, float end, const Function& exact) {
    double largest = 0;
    for (const auto& [x, y] : sampled(text, begin, end)) largest = std::max(largest, std::fabs(y - exact(x)));
    return largest;
}

double largest_relative_error(const std::string& text, float begin, float end, const Function& exact) {
    double largest = 0;
    for (const auto& [x, y] : sampled(text, begin, end))
        largest = std::max(largest, std::fabs((y - exact(x)) / exact(x)));
    return largest;
}

void check_special(const std::string& text, std::vector<std::pair<float, float>> expected) {
    for (const auto& [x, y] : expected) {
        INFO(text << " of " << x);
        CHECK(bits_of(run(text, {x})) == bits_of(y));
    }
}

} // namespace

TEST_CASE("approximate functions keep within the error that PTX allows", "[handlers]") {
    const auto sine = [](double x) { return std::sin(x); };
    const auto cosine = [](double x) { return std::cos(x); };
    CHECK(largest_error("sin.approx.f32 %d, %a", -3.14159F, 3.14159F, sine) <= std::exp2(-20.5));
    CHECK(largest_error("cos.approx.f32 %d, %a", -3.14159F, 3.14159F, cosine) <= std::exp2(-20.5));
    CHECK(largest_relative_error("ex2.approx.f32 %d, %a", -126, 127, [](double x) { return std::exp2(x); }) <=
          std::exp2(-22));
    CHECK(largest_error("lg2.approx.f32 %d, %a", 0.5, 2, [](double x) { return std::log2(x); }) <=
          std::exp2(-22));
    CHECK(largest_relative_error("tanh.approx.f32 %d, %a", 0.01F, 8, [](double x) { return std::tanh(x); }) <=
          std::exp2(-11));
    CHECK(largest_relative_error("rcp.approx.f32 %d, %a", 1, 2, [](double x) { return 1 / x; }) <=
          std::exp2(-23));
    CHECK(largest_relative_error("sqrt.approx.f32 %d, %a", 1, 4, [](double x) { return std::sqrt(x); }) <=
          std::exp2(-23));
    CHECK(largest_relative_error("rsqrt.approx.f32 %d, %a", 1, 4,
                                 [](double x) { return 1 / std::sqrt(x); }) <= std::exp2(-22.9));
}

TEST_CASE("a large angle loses its fraction of a circle as on a GPU", "[handlers]") {
    // Its number of circles is rounded to single precision: a million radians are off by 2^-6 of a circle.
    const double error =
        largest_error("sin.approx.f32 %d, %a", 1e6F, 1.001e6F, [](double x) { return std::sin(x); });
    CHECK(error > 1e-3);
    CHECK(error < 0.2);
}

TEST_CASE("approximate functions of special operands", "[handlers]") {
    const float subnormal = std::numeric_limits<float>::denorm_min();
    check_special(
        "sin.approx.ftz.f32 %d, %a",
        {{0.0F, 0.0F}, {-0.0F, -0.0F}, {-subnormal, -0.0F}, {infinity, the_nan}, {the_nan, the_nan}});
    check_special("cos.approx.ftz.f32 %d, %a", {{0.0F, 1.0F}, {-subnormal, 1.0F}, {-infinity, the_nan}});
    check_special(
        "lg2.approx.ftz.f32 %d, %a",
        {{1.0F, 0.0F}, {0.0F, -infinity}, {-subnormal, -infinity}, {-1.0F, the_nan}, {infinity, infinity}});
    check_special("ex2.approx.ftz.f32 %d, %a",
                  {{0.0F, 1.0F}, {-subnormal, 1.0F}, {-infinity, 0.0F}, {-127.0F, 0.0F}, {128.0F, infinity}});
    check_special("ex2.approx.f32 %d, %a", {{-127.0F, 0x1p-127F}, {-149.0F, subnormal}});
    check_special(
        "rcp.approx.ftz.f32 %d, %a",
        {{-infinity, -0.0F}, {-subnormal, -infinity}, {0.0F, infinity}, {0x1p127F, 0.0F}, {4.0F, 0.25F}});
    check_special("rcp.approx.f32 %d, %a", {{0x1p127F, 0x1p-127F}, {0x1p-127F, 0x1p127F}});
    check_special("sqrt.approx.f32 %d, %a",
                  {{-0.0F, -0.0F}, {-1.0F, the_nan}, {infinity, infinity}, {4.0F, 2.0F}});
    check_special(
        "rsqrt.approx.ftz.f32 %d, %a",
        {{-0.0F, -infinity}, {subnormal, infinity}, {-4.0F, the_nan}, {infinity, 0.0F}, {16.0F, 0.25F}});
    check_special("tanh.approx.f32 %d, %a", {{infinity, 1.0F}, {-infinity, -1.0F}, {-0.0F, -0.0F}});
}

TEST_CASE("approximate division", "[handlers]") {
    for (const std::string form : {"approx", "full"}) {
        const std::string text = "div." + form + ".f32 %d, %a, %b";
        CHECK(std::fabs(run(text, {1, 3}) - 1 / 3.0) <= std::exp2(-24));
        CHECK(run(text, {6, -2}) == -3);
        CHECK(run(text, {1, 0}) == infinity);
        CHECK(std::isnan(run(text, {0, 0})));
        CHECK(run(text, {1e-38F, 1e-39F}) > 9.9F);
    }
    // Where the reciprocal would be subnormal, only the full form knows better than 0.
    CHECK(run("div.approx.f32 %d, %a, %b", {0x1p127F, 0x1p127F}) == 0);
    CHECK(std::isnan(run("div.approx.f32 %d, %a, %b", {infinity, 0x1p127F})));
    CHECK(run("div.full.f32 %d, %a, %b", {0x1p127F, 0x1p127F}) == 1);
}

TEST_CASE("rcp.approx.f64 and rsqrt.approx.f64 keep within their error and clear the lower word",
          "[handlers]") {
    const auto run_double = [](const std::string& text, double operand) {
        return simulator::execute({text, "b64", {"b64"}}, {{bits_of(operand)}}, 0xffff'ffff)[0];
    };
    for (const double x : {1.0, 3.0, 1e-300, 1e300, 0.7}) {
        for (const bool root : {false, true}) {
            const std::uint64_t bits =
                run_double(root ? "rsqrt.approx.ftz.f64 %d, %a" : "rcp.approx.ftz.f64 %d, %a", x);
            const double exact = root ? 1 / std::sqrt(x) : 1 / x;
            CHECK(std::fabs(std::bit_cast<double>(bits) / exact - 1) <= std::exp2(-19));
            CHECK((bits & 0xffff'ffff) == 0);
        }
        const double refined = std::bit_cast<double>(run_double("rsqrt.approx.f64 %d, %a", x));
        CHECK(std::fabs(refined * std::sqrt(x) - 1) <= std::exp2(-51));
    }
    CHECK(run_double("rcp.approx.ftz.f64 %d, %a", 5e-324) ==
          bits_of(std::numeric_limits<double>::infinity()));
    CHECK(run_double("rcp.approx.ftz.f64 %d, %a", std::numeric_limits<double>::max()) == bits_of(0.0));
}

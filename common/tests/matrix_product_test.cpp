#include "kernelsmith/matrix_product.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

using namespace kernelsmith;

namespace {

struct Args {
    const float* a;
    const float* b;
    float* c;
    int n;
    int m;
    int p;
};

const MatrixProduct<Args> product;

/// One case with its inputs, as a student's kernel would get them.
struct Case {
    std::size_t n;
    std::size_t m;
    std::size_t p;
    Draw draw;
    std::vector<float> a;
    std::vector<float> b;

    Case(std::size_t rows, std::size_t columns, std::size_t terms)
        : n(rows), m(columns), p(terms), draw{.sizes = {{"n", static_cast<std::int64_t>(rows)},
                                                        {"m", static_cast<std::int64_t>(columns)},
                                                        {"p", static_cast<std::int64_t>(terms)}},
                                              .seed = 42} {
        a = generated(0, n * p);
        b = generated(1, p * m);
    }

    std::vector<float> generated(std::size_t buffer, std::size_t count) const {
        std::vector<float> values(count);
        product.generate(draw, buffer, 0, std::as_writable_bytes(std::span(values)));
        return values;
    }
};

/// Computes the sum of the products x[k] * y[k].
using Dot = std::function<float(const std::vector<float>&, const std::vector<float>&)>;

float sequential(const std::vector<float>& x, const std::vector<float>& y) {
    float sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
    return sum;
}

float fused(const std::vector<float>& x, const std::vector<float>& y) {
    float sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum = std::fma(x[k], y[k], sum);
    return sum;
}

float pairwise_between(const std::vector<float>& x, const std::vector<float>& y, std::size_t first,
                       std::size_t count) {
    if (count == 0) return 0;
    if (count == 1) return x[first] * y[first];
    const std::size_t half = count / 2;
    return pairwise_between(x, y, first, half) + pairwise_between(x, y, first + half, count - half);
}

float pairwise(const std::vector<float>& x, const std::vector<float>& y) {
    return pairwise_between(x, y, 0, x.size());
}

float split_in_eight(const std::vector<float>& x, const std::vector<float>& y) {
    float sums[8] = {};
    for (std::size_t k = 0; k < x.size(); ++k) sums[k % 8] = std::fma(x[k], y[k], sums[k % 8]);
    float sum = 0;
    for (const float part : sums) sum += part;
    return sum;
}

/// Rounds @p value to the nearest number with @p bits significant bits.
float rounded_to(float value, int bits) {
    const std::uint32_t dropped = 24 - static_cast<std::uint32_t>(bits);
    const auto pattern = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t half = std::uint32_t{1} << (dropped - 1);
    return std::bit_cast<float>((pattern + half) >> dropped << dropped);
}

Dot with_inputs_of(int bits) {
    return [bits](std::vector<float> x, std::vector<float> y) {
        for (float& value : x) value = rounded_to(value, bits);
        for (float& value : y) value = rounded_to(value, bits);
        return sequential(x, y);
    };
}

std::vector<float> multiplied(const Case& problem, const Dot& dot) {
    std::vector<float> c(problem.n * problem.m);
    std::vector<float> x(problem.p);
    std::vector<float> y(problem.p);
    for (std::size_t i = 0; i < c.size(); ++i) {
        for (std::size_t k = 0; k < problem.p; ++k) {
            x[k] = problem.a[i / problem.m * problem.p + k];
            y[k] = problem.b[k * problem.m + i % problem.m];
        }
        c[i] = dot(x, y);
    }
    return c;
}

Comparison checked(const Case& problem, const std::vector<float>& c,
                   const std::vector<std::size_t>& places = {}) {
    const std::vector<Observed> outputs{
        {.buffer = 2, .indices = places, .data = std::as_bytes(std::span(c))}};
    return product.check(problem.draw, outputs).at(0);
}

} // namespace

TEST_CASE("a matrix product's layout counts each matrix once", "[matrix_product]") {
    const Layout layout = product.layout({{"n", 2}, {"m", 3}, {"p", 5}});
    REQUIRE(layout.buffers.size() == 3);
    CHECK(layout.buffers[0].shape == std::vector<std::size_t>{2, 5});
    CHECK(layout.buffers[1].shape == std::vector<std::size_t>{5, 3});
    CHECK(layout.buffers[2].shape == std::vector<std::size_t>{2, 3});
    CHECK(layout.buffers[2].role == Role::out);
    CHECK(layout.work.bytes == 4 * (10 + 15 + 6));
    CHECK(layout.work.flops == 2 * 2 * 3 * 5);
    Args args;
    std::memcpy(&args, layout.args.data(), sizeof args);
    CHECK(args.n == 2);
    CHECK(args.m == 3);
    CHECK(args.p == 5);
}

TEST_CASE("every order of fp32 summation passes, at an eighth of the tolerance", "[matrix_product]") {
    const std::size_t p = GENERATE(1, 2, 3, 7, 64, 500, 4096);
    CAPTURE(p);
    const Case problem(24, 40, p);
    for (const Dot& dot : {Dot(sequential), Dot(fused), Dot(pairwise), Dot(split_in_eight)}) {
        std::vector<float> c = multiplied(problem, dot);
        CHECK(checked(problem, c).passed());
        CHECK(checked(problem, c).compared() == c.size());
        // An error eight times as large is still accepted.
        const auto exact = [](const std::vector<float>& x, const std::vector<float>& y) {
            double sum = 0;
            for (std::size_t k = 0; k < x.size(); ++k) sum += double{x[k]} * double{y[k]};
            return static_cast<float>(sum);
        };
        const std::vector<float> right = multiplied(problem, exact);
        for (std::size_t i = 0; i < c.size(); ++i) c[i] = right[i] + 8 * (c[i] - right[i]);
        CHECK(checked(problem, c).passed());
    }
}

TEST_CASE("inputs cut down to TF32, fp16 or bf16 do not pass", "[matrix_product]") {
    const std::size_t p = GENERATE(1, 2, 16, 500, 2048, 4096);
    const int bits = GENERATE(11, 8); // TF32 and fp16 keep 11 significant bits, bf16 keeps 8
    CAPTURE(p, bits);
    const Case problem(24, 40, p);
    const Comparison result = checked(problem, multiplied(problem, with_inputs_of(bits)));
    CHECK(result.wrong() > result.compared() / 2);
}

TEST_CASE("an empty sum is 0, and nothing else", "[matrix_product]") {
    const Case problem(3, 4, 0);
    std::vector<float> c(12, 0.0f);
    CHECK(checked(problem, c).passed());
    c[7] = 1e-30f;
    CHECK(checked(problem, c).wrong() == 1);
}

TEST_CASE("a few sampled elements are compared with the same values as all elements", "[matrix_product]") {
    Case problem(9, 11, 70);
    const std::vector<float> c = multiplied(problem, fused);
    CHECK(checked(problem, {c[0], c[98], c[40]}, {0, 98, 40}).passed());
    CHECK(checked(problem, {c[1], c[97], c[40]}, {0, 98, 40}).wrong() == 2);

    // Another window is another range of the same sequences.
    problem.draw.window = 3;
    CHECK(checked(problem, c).wrong() > 90);
    problem.a = problem.generated(0, 3 * 64 + 9 * 70);
    problem.a.erase(problem.a.begin(), problem.a.begin() + 3 * 64);
    problem.b = problem.generated(1, 3 * 64 + 70 * 11);
    problem.b.erase(problem.b.begin(), problem.b.begin() + 3 * 64);
    CHECK(checked(problem, multiplied(problem, fused)).passed());
}

TEST_CASE("many sampled elements are divided among threads and keep their values", "[matrix_product]") {
    const Case problem(40, 41, 500);
    const std::vector<float> c = multiplied(problem, fused);
    std::vector<std::size_t> places;
    std::vector<float> there;
    for (std::size_t i = c.size(); i-- > 0;) places.push_back(i), there.push_back(c[i]);
    CHECK(checked(problem, there, places).passed());
    there[700] += 1;
    const Comparison result = checked(problem, there, places);
    CHECK(result.wrong() == 1);
    REQUIRE(result.mismatches().size() == 1);
    CHECK(result.mismatches().front().index == c.size() - 701);
}

TEST_CASE("a key gives each entry another sign and mantissa", "[matrix_product]") {
    Case problem(9, 11, 70);
    const std::vector<float> before = multiplied(problem, fused);
    problem.draw.key = 5;
    const Salt salt = product.layout(problem.draw.sizes).buffers[0].salt;
    const auto salt_all = [&](std::vector<float>& entries, std::size_t buffer) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const float entry = problem.draw.salted(salt, buffer, i, entries[i]);
            CHECK(std::ilogb(entry) == std::ilogb(entries[i]));
            entries[i] = entry;
        }
    };
    salt_all(problem.a, 0);
    salt_all(problem.b, 1);
    CHECK(checked(problem, multiplied(problem, fused)).passed());
    CHECK(checked(problem, before).wrong() == before.size());
    CHECK_FALSE(product.layout(problem.draw.sizes).buffers[2].salt.any());
}

TEST_CASE("a NaN in a matrix product does not pass", "[matrix_product]") {
    const Case problem(4, 4, 8);
    std::vector<float> c = multiplied(problem, fused);
    c[5] = std::nanf("");
    CHECK(checked(problem, c).wrong() == 1);
}

TEST_CASE("a swapped index or another simple cause of wrong products is diagnosed", "[matrix_product]") {
    const Case problem(20, 20, 50);
    const std::vector<float> right = multiplied(problem, fused);
    std::vector<float> c(right.size());

    for (std::size_t i = 0; i < c.size(); ++i) c[i] = right[i % 20 * 20 + i / 20];
    Comparison result = checked(problem, c);
    REQUIRE(result.failures().size() == 1);
    CHECK(result.failures()[0].name == "rows_and_columns_exchanged");

    c = multiplied(problem, [](const std::vector<float>& x, const std::vector<float>& y) {
        float sum = 0;
        for (std::size_t k = 0; k < 48; ++k) sum += x[k] * y[k];
        return sum;
    });
    result = checked(problem, c);
    REQUIRE(result.failures().size() == 1);
    CHECK(result.failures()[0].name == "first_products_only");
    CHECK(result.failures()[0].text.find("first 48 products") != std::string::npos);

    c = right;
    for (std::size_t i = 16 * 20; i < c.size(); ++i) c[i] += 100;
    result = checked(problem, c);
    REQUIRE(result.failures().size() == 1);
    CHECK(result.failures()[0].name == "beyond_the_edge");

    result = checked(problem, multiplied(problem, with_inputs_of(11)));
    REQUIRE(result.failures().size() == 1);
    CHECK(result.failures()[0].name == "rounded_to_fewer_bits");

    c.assign(c.size(), 100.0f);
    result = checked(problem, c);
    REQUIRE(result.failures().size() == 1);
    CHECK(result.failures()[0].name == "most_elements_wrong");

    c = right;
    c[210] = 100;
    CHECK(checked(problem, c).failures().empty());
}

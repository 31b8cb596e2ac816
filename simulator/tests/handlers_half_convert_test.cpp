#include "handlers_half.h"

#include <catch2/catch_test_macros.hpp>

// Conversions into half precision and out of it.

namespace reference = half_reference;
using reference::Format;
using reference::Rounding;
using simulator::bits_of;
using simulator::for_integers;
using simulator::Half;
using simulator::half_formats;
using simulator::pair_of;
using simulator::Row;
using simulator::type_name;

namespace {

struct NamedRounding {
    std::string text;
    Rounding rounding;
};
const NamedRounding roundings[] = {{".rn", Rounding::nearest},
                                   {".rz", Rounding::zero},
                                   {".rm", Rounding::down},
                                   {".rp", Rounding::up}};

// Every number of the format, what lies halfway to the next, and the neighbours of both; of every `step`-th. And, of
// single precision, a NaN.
template <class T> std::vector<T> around_all(const Format& format, unsigned step) {
    constexpr T limitless = std::numeric_limits<T>::infinity();
    std::vector<T> values = {limitless, std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max()};
    if constexpr (sizeof(T) == 4) values.push_back(std::numeric_limits<T>::quiet_NaN());
    for (unsigned bits = 0; bits < format.infinity; bits += step) {
        const double lower = reference::value_of(format, static_cast<Half>(bits));
        const double upper = reference::value_of(format, static_cast<Half>(bits + 1), true);
        const auto number = static_cast<T>(lower);
        const auto halfway = static_cast<T>((lower + upper) / 2);
        for (const T value : {number, halfway})
            for (const T one : {std::nextafter(value, T(0)), value, std::nextafter(value, limitless)})
                values.push_back(one);
    }
    const std::size_t positive = values.size();
    for (std::size_t n = 0; n < positive; ++n) values.push_back(-values[n]);
    return values;
}

template <class T, class F>
void check_into_half(const std::string& text, const std::vector<T>& values, F expected) {
    std::vector<Row> rows;
    std::vector<std::uint64_t> results;
    for (const T value : values) {
        rows.push_back({bits_of(value)});
        results.push_back(expected(value));
    }
    simulator::check_rows({text + " %d, %a", "b16", {simulator::register_type<T>()}}, rows, results);
}

template <class F> void check_from_half(const std::string& text, const std::string& result, F expected) {
    std::vector<Row> rows;
    std::vector<std::uint64_t> results;
    for (const auto& number : simulator::all_halves()) {
        rows.push_back({number[0]});
        results.push_back(bits_of(expected(number[0])));
    }
    simulator::check_rows({text + " %d, %a", result, {"b16"}}, rows, results);
}

// 64-bit whole numbers around what needs rounding, and as many below it as a double does not show.
template <class T> std::vector<T> whole_numbers() {
    std::vector<T> values;
    for (int place = 0; place < std::numeric_limits<T>::digits; ++place)
        for (const std::uint64_t pattern : {0x8000ULL, 0x8040ULL, 0x8080ULL, 0x80c0ULL, 0x8008ULL, 0x8010ULL,
                                            0x8018ULL, 0xffe0ULL, 0xfff0ULL, 0xff80ULL})
            for (const std::uint64_t below : {0ULL, 1ULL, ~0ULL}) {
                const std::uint64_t bits =
                    (place >= 15 ? pattern << (place - 15) : pattern >> (15 - place)) + below;
                values.push_back(static_cast<T>(bits));
                values.push_back(static_cast<T>(0 - bits));
            }
    return values;
}

// A whole number of up to 64 bits as a sum of two doubles.
template <class T> reference::Exact exact(T value) {
    const auto high = static_cast<double>(value);
    const auto whole = static_cast<long double>(value);
    return {high, static_cast<double>(whole - static_cast<long double>(high))};
}

} // namespace

TEST_CASE("halves as floats and doubles", "[handlers][half]") {
    check_from_half("cvt.f32.f16", "b32", [](Half bits) {
        if (reference::is_nan(reference::f16, bits)) return std::bit_cast<float>(0x7fff'ffffU);
        return static_cast<float>(reference::value_of(reference::f16, bits));
    });
    check_from_half("cvt.f64.f16", "b64", [](Half bits) {
        if (reference::is_nan(reference::f16, bits)) return double{std::bit_cast<float>(0x7fff'ffffU)};
        return reference::value_of(reference::f16, bits);
    });
    check_from_half("cvt.f32.bf16", "b32",
                    [](Half bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); });
    check_from_half("cvt.f64.bf16", "b64",
                    [](Half bits) { return double{std::bit_cast<float>(std::uint32_t{bits} << 16)}; });
    check_from_half("cvt.ftz.f32.bf16", "b32", [](Half bits) {
        if (reference::is_nan(reference::bf16, bits)) return std::bit_cast<float>(0x7fff'ffffU);
        return static_cast<float>(
            reference::value_of(reference::bf16, reference::flushed(reference::bf16, bits)));
    });
    check_from_half("cvt.sat.f32.f16", "b32", [](Half bits) {
        return static_cast<float>(
            reference::value_of(reference::f16, reference::saturated(reference::f16, bits)));
    });
}

TEST_CASE("conversion to half keeps the payload of a double NaN and makes a float NaN canonical",
          "[handlers][half]") {
    struct Nan {
        std::uint64_t bits;
        Half f16;
        Half bf16;
    };
    // As on an H200.
    for (const Nan& nan :
         {Nan{0x7ff8'0000'0000'0000, 0x7e00, 0x7fc0}, Nan{0xfff8'0000'0000'0000, 0xfe00, 0xffc0},
          Nan{0xfff0'0000'0000'0001, 0xfe00, 0xffc0}, Nan{0x7fff'ffff'ffff'ffff, 0x7fff, 0x7fff},
          Nan{0x7ffa'bcde'f012'3456, 0x7eaf, 0x7fd5}, Nan{0xfff7'6543'2100'0000, 0xffd9, 0xfffb},
          Nan{0x7ff1'2300'0000'0000, 0x7e48, 0x7fc9}}) {
        simulator::check_rows({"cvt.rn.f16.f64 %d, %a", "b16", {"b64"}}, {{nan.bits}}, {nan.f16});
        simulator::check_rows({"cvt.rn.bf16.f64 %d, %a", "b16", {"b64"}}, {{nan.bits}}, {nan.bf16});
    }
    simulator::check_rows({"cvt.rn.sat.f16.f64 %d, %a", "b16", {"b64"}}, {{0xfff8'0000'0000'0000}}, {0});
    for (const std::uint64_t bits : {0x7fc0'0000U, 0xffc0'0000U, 0x7f80'0001U}) {
        simulator::check_rows({"cvt.rn.f16.f32 %d, %a", "b16", {"b32"}}, {{bits}}, {reference::the_nan});
        simulator::check_rows({"cvt.rz.bf16.f32 %d, %a", "b16", {"b32"}}, {{bits}}, {reference::the_nan});
    }
}

TEST_CASE("floats and doubles as halves, in all roundings", "[handlers][half]") {
    for (const auto& [format, type] : half_formats) {
        const auto floats = around_all<float>(format, 1);
        const auto doubles = around_all<double>(format, 3);
        for (const auto& [text, rounding] : roundings) {
            const auto expected = [&, rounding = rounding](double value) {
                return reference::rounded(format, {value}, rounding);
            };
            check_into_half("cvt" + text + type + ".f32", floats, expected);
            check_into_half("cvt" + text + type + ".f64", doubles, expected);
            check_into_half("cvt" + text + ".ftz" + type + ".f32", around_all<float>(format, 7),
                            [&](float value) {
                                return expected(std::fabs(value) < 0x1p-126F ? std::copysign(0.0F, value)
                                                                             : value);
                            });
        }
    }
}

TEST_CASE("conversion of floats to halves clamps with relu and satfinite", "[handlers][half]") {
    for (const auto& [format, type] : half_formats) {
        const auto floats = around_all<float>(format, 5);
        const double largest = reference::value_of(format, static_cast<Half>(format.infinity - 1));
        const auto limited = [&](double value) {
            return std::isnan(value) ? value : std::max(-largest, std::min(largest, value));
        };
        for (const auto& [text, rounding] : {roundings[0], roundings[1]}) {
            const auto expected = [&, rounding = rounding](double value) {
                return reference::rounded(format, {value}, rounding);
            };
            const auto positive = [&](Half bits) { return reference::positive(format, bits); };
            check_into_half("cvt" + text + ".relu" + type + ".f32", floats,
                            [&](float value) { return positive(expected(value)); });
            check_into_half("cvt" + text + ".satfinite" + type + ".f32", floats,
                            [&](float value) { return expected(limited(value)); });
            check_into_half("cvt" + text + ".relu.satfinite" + type + ".f32", floats,
                            [&](float value) { return positive(expected(limited(value))); });
            // The first operand becomes the upper half.
            std::vector<Row> rows;
            std::vector<std::uint64_t> packed;
            std::vector<std::uint64_t> kept;
            for (std::size_t n = 0; n < floats.size(); n += 3) {
                const float low = floats[(n * 5 + 1) % floats.size()];
                rows.push_back({bits_of(floats[n]), bits_of(low)});
                packed.push_back(pair_of(expected(low), expected(floats[n])));
                kept.push_back(
                    pair_of(positive(expected(limited(low))), positive(expected(limited(floats[n])))));
            }
            simulator::check_rows({"cvt" + text + type + "x2.f32 %d, %a, %b", "b32", {"b32", "b32"}}, rows,
                                  packed);
            simulator::check_rows({"cvt" + text + ".relu.satfinite" + type + "x2.f32 %d, %a, %b",
                                   "b32",
                                   {"b32", "b32"}},
                                  rows, kept);
        }
    }
    check_into_half("cvt.rn.sat.f16.f32", around_all<float>(reference::f16, 5), [](float value) {
        return reference::saturated(reference::f16, reference::rounded(reference::f16, {value}));
    });
}

TEST_CASE("integers are converted to halves", "[handlers][half]") {
    for (const auto& [format, type] : half_formats)
        for_integers([&, &format = format, &type = type]<class From>() {
            // An 8-bit operand lies in the lower half of a 16-bit register.
            using Given = std::conditional_t<sizeof(From) == 1, std::uint16_t, From>;
            for (const auto& [text, rounding] : roundings)
                check_into_half("cvt" + text + type + type_name<From>(), whole_numbers<Given>(),
                                [&, rounding = rounding](Given value) {
                                    return reference::rounded(format, exact(static_cast<From>(value)),
                                                              rounding);
                                });
        });
}

TEST_CASE("halves are converted to integers", "[handlers][half]") {
    struct Integral {
        std::string text;
        double (*of)(double);
    };
    for (const auto& [format, type] : half_formats)
        for (const auto& [text, integral] : {Integral{".rni", [](double x) { return std::nearbyint(x); }},
                                             Integral{".rzi", [](double x) { return std::trunc(x); }},
                                             Integral{".rmi", [](double x) { return std::floor(x); }},
                                             Integral{".rpi", [](double x) { return std::ceil(x); }}}) {
            const auto value = [&, &format = format, integral = integral](Half bits) {
                return integral(reference::value_of(format, bits));
            };
            for_integers([&, &type = type, &text = text]<class To>() {
                using Limits = std::numeric_limits<To>;
                using RegisterType =
                    std::conditional_t<sizeof(To) == 1,
                                       std::conditional_t<std::is_signed_v<To>, std::int16_t, std::uint16_t>,
                                       To>;
                const std::string result = simulator::register_type<To>();
                check_from_half("cvt" + text + type_name<To>() + type, result, [&](Half bits) {
                    const double x = value(bits);
                    if (std::isnan(x))
                        return static_cast<RegisterType>(sizeof(To) < 8 ? To{0}
                                                                        : static_cast<To>(1ULL << 63));
                    if (x >= static_cast<double>(Limits::max())) return RegisterType{Limits::max()};
                    if (x <= static_cast<double>(Limits::min())) return RegisterType{Limits::min()};
                    return static_cast<RegisterType>(static_cast<To>(x));
                });
            });
            check_from_half("cvt" + text + type + type, "b16", [&, &format = format](Half bits) {
                return reference::rounded(format, {value(bits)});
            });
        }
}

TEST_CASE("conversions between f16 and bf16 round in all modes", "[handlers][half]") {
    for (const auto& [text, rounding] : roundings) {
        const auto between = [&](const std::string& types, const Format& to, const Format& from) {
            check_from_half("cvt" + text + types, "b16", [&, rounding = rounding](Half bits) {
                return reference::rounded(to, {reference::value_of(from, bits)}, rounding);
            });
        };
        between(".bf16.f16", reference::bf16, reference::f16);
        between(".f16.bf16", reference::f16, reference::bf16);
    }
    check_from_half("cvt.f16.f16", "b16", [](Half bits) { return bits; });
    check_from_half("cvt.sat.f16.f16", "b16",
                    [](Half bits) { return reference::saturated(reference::f16, bits); });
}

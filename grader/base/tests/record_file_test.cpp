#include <limits>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/record/digits.h"
#include "base/record/record_file.h"

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::MessageMatches;
using Counts = std::map<std::string, int>;

namespace {

constexpr grader::RecordKind counts_kind = {"a record of counts", 0, " Delete it."};

} // namespace

TEST_CASE("a record is read back from its file and the records of a folder by file name", "[record]") {
    const grader::TemporaryDirectory scratch;
    const fs::path folder = scratch.path() / "counts";
    CHECK(grader::record_in<Counts>(folder / "a.json", counts_kind).empty());
    CHECK(grader::records_in<Counts>(folder, counts_kind).empty());
    grader::write_record_file(folder / "a.json", counts_kind, Counts{{"x", 1}});
    grader::write_record_file(folder / "b.json", counts_kind, Counts{{"y", 2}});
    grader::write_atomically(folder / "c.toml", "z = 3");
    CHECK(grader::records_in<Counts>(folder, counts_kind) ==
          std::map<std::string, Counts>{{"a", {{"x", 1}}}, {"b", {{"y", 2}}}});
}

TEST_CASE("the error of a damaged record names the file and its kind and the remedy", "[record]") {
    const grader::TemporaryDirectory scratch;
    const fs::path file = scratch.path() / "a.json";
    for (const char* text : {"", "[1]", "{\"x\": \"one\"}"}) {
        grader::write_atomically(file, text);
        CHECK_THROWS_MATCHES(grader::record_in<Counts>(file, counts_kind), grader::EnvironmentError,
                             MessageMatches(ContainsSubstring("a.json is not a record of counts: ") &&
                                            EndsWith(". Delete it.")));
    }
    const grader::RecordKind second = {"a record of counts", 2};
    grader::write_record_file(file, second, Counts{{"x", 1}});
    CHECK(grader::record_in<Counts>(file, second).at("format") == 2);
    CHECK_THROWS_MATCHES(grader::record_in<Counts>(file, {"a record of counts", 3}), grader::EnvironmentError,
                         MessageMatches(EndsWith("a.json has another format.")));
}

TEST_CASE("a number is rounded to the requested number of significant digits", "[record]") {
    CHECK(grader::round_to_digits(1234567, 5) == 1234600);
    CHECK(grader::round_to_digits(0.80567891, 5) == 0.80568);
    CHECK(grader::round_to_digits(-2.0004, 4) == -2);
    CHECK(grader::round_to_digits(0, 4) == 0);
    CHECK(grader::round_to_digits(std::numeric_limits<double>::infinity(), 4) ==
          std::numeric_limits<double>::infinity());
}

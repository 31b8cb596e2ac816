// Bundles: their contents, who can read them, and tamper detection.

#include <algorithm>
#include <array>
#include <cstring>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fmt/core.h>

#include "base/files.h"
#include "classroom/bundle/envelope.h"
#include "classroom/bundle/grading_environment_fields.h"
#include "classroom/tests/bundle_samples.h"
#include "grading/report/grade/json.h"
#include "testing/harness.h"

namespace fs = std::filesystem;
using bundle_samples::is_refused;
using bundle_samples::TwoKeys;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using grader::Bundle;
using grader::open_bundle;
using nlohmann::json;

namespace {

std::string sample_bundle(const TwoKeys& keys) {
    return make_bundle(bundle_samples::grade(), bundle_samples::provenance(), keys.for_bundle());
}

/// Returns the payload of a sample, modified by @p change and signed again by the same machine.
template <typename Change> std::string signed_again(const TwoKeys& keys, Change change) {
    json payload = json::parse(grader::open_envelope(sample_bundle(keys)).payload);
    change(payload);
    return grader::make_envelope(payload.dump(), keys.machine);
}

/// Returns every plausible representation of the sample's seed.
std::vector<std::string> writings_of_seed() {
    const std::uint64_t number = std::stoull(bundle_samples::seed);
    std::string bytes(sizeof(number), '\0');
    std::memcpy(bytes.data(), &number, bytes.size());
    // The seed has only six bytes; the rest is padding.
    const std::string little = bytes.substr(0, 6);
    const std::string big(little.rbegin(), little.rend());
    std::vector<std::string> all = {bundle_samples::seed,
                                    fmt::format("{:x}", number),
                                    fmt::format("{:X}", number),
                                    fmt::format("{:o}", number),
                                    fmt::format("{:b}", number),
                                    little,
                                    big};
    for (const std::string& plain : std::vector<std::string>(all))
        for (std::size_t offset = 0; offset < 3; ++offset) {
            // In base64, the same bytes give different letters at each of three offsets; the letters at both
            // ends depend on neighbours.
            const std::string text = grader::to_base64(std::string(offset, 'x') + plain);
            all.push_back(text.substr(offset + 1, plain.size() * 4 / 3 - 3));
        }
    return all;
}

} // namespace

TEST_CASE("an opened bundle has the contents that were put into it", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const Bundle read = open_bundle(sample_bundle(keys));
    const grader::Provenance wanted = bundle_samples::provenance();
    CHECK(read.provenance.student == wanted.student);
    CHECK(read.provenance.made == wanted.made);
    CHECK(read.provenance.build == wanted.build);
    CHECK(json(read.provenance.facts) == json(wanted.facts));
    REQUIRE(read.provenance.sources.files.size() == 2);
    CHECK(read.provenance.sources.files[0].name == "student.cu");
    CHECK(read.provenance.sources.files[1].name == "tiles/load.cuh");
    CHECK(read.provenance.sources.files[1].text == wanted.sources.files[1].text);
    CHECK(read.provenance.sources.as_listed);
    CHECK(read.signer == keys.machine.public_half);
    CHECK(read.grade["counters"]["sectors_per_request"] == 4.25);
    CHECK(read.grade["score"] == bundle_samples::grade().score);
    CHECK(unseal_seed(read, keys.instructor) == std::stoull(bundle_samples::seed));
}

TEST_CASE("a bundle in which any one byte is another one is refused", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const std::string whole = sample_bundle(keys);
    REQUIRE_FALSE(is_refused([&] { (void)open_bundle(whole); }));
    std::vector<std::size_t> taken;
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const char other : {static_cast<char>(whole[i] ^ 1), static_cast<char>(whole[i] ^ 32), ' '}) {
            std::string changed = whole;
            changed[i] = other;
            if (other != whole[i] && !is_refused([&] { (void)open_bundle(changed); })) taken.push_back(i);
        }
    CHECK(taken.empty());
}

TEST_CASE("a bundle that is longer, shorter or empty is refused", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const std::string whole = sample_bundle(keys);
    for (const std::string& other : {whole + " ", " " + whole, whole.substr(0, whole.size() - 1),
                                     whole.substr(0, whole.size() / 2), std::string(), whole + whole})
        CHECK(is_refused([&] { (void)open_bundle(other); }));
}

TEST_CASE("a bundle signed by a key other than the named one is rejected", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const TwoKeys others;
    const std::string whole = sample_bundle(keys);
    std::string swapped = whole;
    const std::string own = grader::to_base64(keys.machine.public_half);
    swapped.replace(whole.find(own), own.size(), grader::to_base64(others.machine.public_half));
    CHECK_THROWS_MATCHES(open_bundle(swapped), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("was changed after it was signed")));
}

TEST_CASE("the seed cannot be opened with another instructor's key and the error names both keys",
          "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const TwoKeys others;
    const Bundle bundle = open_bundle(sample_bundle(keys));
    CHECK_THROWS_MATCHES(unseal_seed(bundle, others.instructor), grader::EnvironmentError,
                         MessageMatches(
                             ContainsSubstring(grader::fingerprint(keys.instructor.public_half)) &&
                             ContainsSubstring(grader::fingerprint(others.instructor.public_half))));
}

TEST_CASE("a sealed seed that was changed does not open", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    Bundle bundle = open_bundle(sample_bundle(keys));
    bundle.sealed_seed.back() ^= 1;
    CHECK(is_refused([&] { (void)unseal_seed(bundle, keys.instructor); }));
}

TEST_CASE("no form of the seed is readable in a bundle", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const std::string file = sample_bundle(keys);
    const std::string payload = grader::open_envelope(file).payload;
    const std::string report = json(to_json(bundle_samples::grade())).dump();
    REQUIRE(report.find(bundle_samples::seed) != std::string::npos); // otherwise the test is void
    for (const std::string& writing : writings_of_seed()) {
        INFO(writing);
        CHECK(file.find(writing) == std::string::npos);
        CHECK(payload.find(writing) == std::string::npos);
    }
}

TEST_CASE("the same seed is encrypted differently each time and the length does not reveal its size",
          "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const auto sealed = [&](const std::string& seed) {
        grader::LabGrade grade = bundle_samples::grade();
        grade.seed = seed;
        return open_bundle(make_bundle(grade, bundle_samples::provenance(), keys.for_bundle())).sealed_seed;
    };
    CHECK(sealed("7") != sealed("7"));
    CHECK(sealed("7").size() == sealed("18446744073709551615").size());
}

TEST_CASE("no bundle is made of a grade without a valid seed", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    for (const char* seed : {"", "12x", "-1", "99999999999999999999"}) {
        grader::LabGrade grade = bundle_samples::grade();
        grade.seed = seed;
        INFO(seed);
        CHECK(is_refused([&] { (void)make_bundle(grade, bundle_samples::provenance(), keys.for_bundle()); }));
    }
}

TEST_CASE("an unsafe file name is rejected even in a signed bundle", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    for (const std::string name :
         {"../student.cu", "/etc/passwd", "a/../../b.h", "..", ".", "", "a//b.h", "a/", "a/./b.h", "a\nb.h",
          "a\x1b[2J.h", "a/b/c/d/e/f.h", "\xe2\x80\xae.h"}) {
        INFO(name);
        CHECK_FALSE(grader::is_safe_name(name));
        CHECK(is_refused([&] {
            (void)open_bundle(signed_again(keys, [&](json& payload) { payload["files"][1]["name"] = name; }));
        }));
    }
    CHECK(grader::is_safe_name("student.cu"));
    CHECK(grader::is_safe_name("tiles/größe 2.cuh"));
}

TEST_CASE("a signed bundle that contradicts itself is refused", "[appeal]") {
    bundle_samples::need_crypto();
    const TwoKeys keys;
    const auto refuses = [&](auto change) {
        return is_refused([&] { (void)open_bundle(signed_again(keys, change)); });
    };
    CHECK_FALSE(refuses([](json&) {}));
    CHECK(refuses([](json& payload) { payload["files"][0]["bytes"] = grader::to_base64("something else"); }));
    CHECK(refuses([](json& payload) { payload["files"][1]["name"] = "student.cu"; }));
    CHECK(refuses([](json& payload) { payload["files"] = json::array(); }));
    CHECK(refuses([](json& payload) { payload["grade"]["id"] = "../../labs/01_scale"; }));
    CHECK(refuses([](json& payload) { payload["grade"].erase("steps"); }));
    CHECK(refuses([](json& payload) { payload["facts"]["driver"] = "new"; }));
    CHECK(refuses([](json& payload) { payload["format"] = 2; }));
    CHECK(refuses([](json& payload) { payload = 7; }));
    CHECK(refuses([](json& payload) {
        for (int i = 0; i < 200; ++i) payload = json::array({std::move(payload)});
    }));
}

TEST_CASE("JSON nested deeper than the limit is rejected", "[appeal]") {
    CHECK(grader::parse_shallow("[[1], {}]", 2).size() == 2);
    CHECK_THROWS_AS(grader::parse_shallow("[[1], {}]", 1), json::exception);
    CHECK_THROWS_AS(grader::parse_shallow(R"({"a":{}})", 1), json::exception);
}

TEST_CASE("deeply nested JSON is rejected as an envelope", "[appeal]") {
    bundle_samples::need_crypto();
    CHECK(is_refused([] { (void)grader::open_envelope(std::string(8'000'000, '[')); }));
    CHECK(is_refused([] { (void)grader::open_envelope(R"({"format":{}})"); }));
}

TEST_CASE("a file of 100 MB is rejected as a bundle without being read", "[appeal]") {
    const grader::TemporaryDirectory folder;
    const fs::path file = folder.path() / "large.kernelsmith-bundle";
    harness::write(file, "{");
    fs::resize_file(file, 100'000'000); // a sparse file
    CHECK_THROWS_MATCHES(grader::read_envelope(file), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("it has 95 MiB, and the limit is 48 MiB")));
    CHECK(is_refused([&] { (void)grader::read_envelope(folder.path()); }));
    CHECK(is_refused([&] { (void)grader::read_envelope("/dev/zero"); }));
}

// Samples of a lab's rungs and mistakes.

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "authoring/rules/sample.h"
#include "base/errors.h"

namespace {

using grader::Lab;

Lab lab_of_seven() {
    Lab lab;
    lab.manifest.speed.known = "5.cu";
    for (int i = 0; i < 7; ++i) {
        grader::Rung rung;
        rung.file = std::to_string(i) + ".cu";
        lab.manifest.rungs.push_back(rung);
        grader::WrongFile wrong;
        wrong.file = rung.file;
        lab.manifest.wrong.push_back(wrong);
        lab.manifest.alternatives.push_back({wrong.file, "", {}});
    }
    return lab;
}

template <typename Entries> std::vector<std::string> names_of(const Entries& entries) {
    std::vector<std::string> names;
    for (const auto& entry : entries) names.push_back(entry.file);
    return names;
}

} // namespace

TEST_CASE("the samples of a lab together have all its rungs and mistakes and each has the known program",
          "[check-course]") {
    using Names = std::vector<std::string>;
    const Lab lab = lab_of_seven();
    CHECK(names_of(sample_of(lab, grader::sample_from("1/3")).manifest.wrong) ==
          Names{"0.cu", "3.cu", "6.cu"});
    CHECK(names_of(sample_of(lab, grader::sample_from("2/3")).manifest.wrong) == Names{"1.cu", "4.cu"});
    CHECK(names_of(sample_of(lab, grader::sample_from("2/3")).manifest.alternatives) ==
          Names{"1.cu", "4.cu"});
    CHECK(names_of(sample_of(lab, grader::sample_from("3/3")).manifest.wrong) == Names{"2.cu", "5.cu"});
    CHECK(names_of(sample_of(lab, grader::sample_from("2/3")).manifest.rungs) ==
          Names{"1.cu", "4.cu", "5.cu"});
    CHECK(names_of(sample_of(lab, grader::sample_from("")).manifest.rungs) == names_of(lab.manifest.rungs));
    CHECK(grader::sample_from("").whole());
}

TEST_CASE("an invalid sample is a usage error", "[check-course]") {
    for (const char* text : {"0/3", "4/3", "1", "1/3x", "x", "/"}) {
        INFO(text);
        CHECK_THROWS_AS(grader::sample_from(text), grader::UsageError);
    }
}

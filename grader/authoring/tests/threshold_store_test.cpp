// Thresholds measured on a machine and saved in the course's tree.

#include <filesystem>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/errors.h"
#include "grading/thresholds/threshold_store.h"
#include "testing/bench.h"
#include "testing/harness.h"

TEST_CASE("stored thresholds are found again only for the same driver", "[thresholds]") {
    const std::filesystem::path root = harness::scratch("kept-thresholds");
    grader::DeviceFacts device;
    device.name = "NVIDIA RTX 4090";
    device.slug = "rtx_4090";
    device.driver = device.runtime = 13000;
    const grader::thresholds::ThresholdStore kept(root, device);
    const grader::Lab& lab = bench::course().lab("01_scale");
    CHECK_FALSE(kept.find(lab));

    const grader::Threshold threshold{2, 3, 8, 9.5, 16, 0};
    kept.store(bench::course().lab("02_sum"), threshold, 3);
    CHECK_FALSE(kept.find(lab));
    kept.store(lab, threshold, 2);
    const auto found = kept.find(lab);
    REQUIRE(found);
    CHECK(found->source == grader::ThresholdSource::here);
    CHECK(found->gpu == "rtx_4090");
    CHECK(found->threshold == threshold);
    CHECK(found->grades == 2);
    CHECK(kept.find(bench::course().lab("02_sum"))->grades == 3);

    device.driver = 13010;
    CHECK_FALSE(kept.find(lab));
    harness::write(root / ".kernelsmith/thresholds/rtx_4090.json", "{\"format\": 1}");
    CHECK_THROWS_MATCHES(kept.find(lab), grader::EnvironmentError,
                         Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(
                                                             "rtx_4090.json is not a record of thresholds") &&
                                                         Catch::Matchers::EndsWith(" Delete it.")));
}

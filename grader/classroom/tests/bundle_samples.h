#pragma once

/// @file
/// Keys and bundles for tests of bundles.

#include <string>

#include <catch2/catch_test_macros.hpp>

#include "base/errors.h"
#include "classroom/bundle/bundle.h"
#include "testing/samples.h"

namespace bundle_samples {

/// Skips the running test if bundles are not built.
inline void need_crypto() {
    if (!grader::has_crypto()) SKIP("libsodium is not installed; type: scripts/setup class");
}

/// A seed whose digits occur in no sample by chance.
inline const std::string seed = "263738495061728";

/// A failed grade with @ref seed, which ends with the command that reproduces the failure.
inline grader::LabGrade grade() {
    grader::LabGrade wrong = samples::wrong_output();
    wrong.id = "01_scale";
    wrong.seed = seed;
    wrong.next = "a hint for seed " + seed;
    wrong.steps.back().replay = "build/bin/grader 01 --seed " + seed;
    wrong.counters = {{"sectors_per_request", 4.25}, {"atomics", 3}};
    return wrong;
}

/// Provenance of that grade.
inline grader::Provenance provenance() {
    grader::Provenance all;
    all.student = "ada";
    all.made = "2026-12-01T22:14:05Z";
    all.facts.grader = "1.0.0";
    all.facts.course = "commit 1b7ec70a";
    all.facts.course_files = {{"lab.toml", "a"}, {"problem.cpp", "b"}, {"lab.h", "c"}};
    all.facts.backend = "host";
    all.facts.device = "host";
    all.facts.device_slug = all.facts.thresholds = "host";
    all.facts.driver = 13000;
    all.facts.toolkit = "13.0";
    all.facts.isolation = "sandbox, as a separate user";
    all.sources.files = {{"student.cu", "#include \"tiles/load.cuh\"\n"},
                         {"tiles/load.cuh", std::string("\0\xff\n", 3)}};
    all.sources.as_listed = true;
    all.build = "d";
    return all;
}

/// Keys of two people.
struct TwoKeys {
    grader::KeyPair machine = grader::make_signing_pair();
    grader::KeyPair instructor = grader::make_sealing_pair();

    /// The keys that a bundle is made with.
    [[nodiscard]] grader::BundleKeys for_bundle() const { return {machine, instructor.public_half}; }
};

/// Checks that @p work throws EnvironmentError and nothing else.
template <typename Work> bool is_refused(Work work) {
    try {
        work();
    } catch (const grader::EnvironmentError&) {
        return true;
    }
    return false;
}

} // namespace bundle_samples

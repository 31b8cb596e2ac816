#pragma once

/// @file
/// A grade bundle: one grade and everything needed to reproduce it, in one signed file,
/// `*.kernelsmith-bundle`. Anyone who holds the file can read all of it but the seed, which is sealed to the
/// instructor.

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "classroom/bundle/crypto.h"
#include "classroom/bundle/grading_environment.h"
#include "classroom/bundle/sources.h"
#include "grading/grade/grade.h"

namespace grader {

/// Identifies the graded files and the environment: the part of a bundle that does not come from the grade.
struct Provenance {
    std::string student;      ///< the student as reports call them; empty: not given
    std::string made;         ///< time of grading: "2026-12-01T22:14:05Z"
    GradingEnvironment facts; ///< course and machine
    Sources sources;          ///< the student's files
    std::string build;        ///< SHA-256 of the compiled build; empty: it did not compile, or is unknown
};

/// The keys that a bundle is made with.
struct BundleKeys {
    KeyPair signer;         ///< signing key of the machine that graded
    std::string instructor; ///< public half of the key that may read the seed
};

/// Contents of a bundle.
struct Bundle {
    Provenance provenance;   ///< as given to make_bundle()
    nlohmann::json grade;    ///< one lab of a report (grading/report/grade/json.h), without its seed
    std::string sealed_seed; ///< unseal_seed() decrypts it
    std::string instructor;  ///< public half of the key that it is sealed to
    std::string signer;      ///< public half of the key that signed the bundle
};

/// Returns the text of a bundle of @p grade, a lab of a report with its seed. Throws EnvironmentError if the
/// grade has no seed, or if the bundle would exceed max_envelope_bytes and could not be read again.
std::string make_bundle(nlohmann::json grade, const Provenance& provenance, const BundleKeys& keys);
/// Returns the text of a bundle of a grade that was made in this process.
std::string make_bundle(const LabGrade& grade, const Provenance& provenance, const BundleKeys& keys);

/// Parses the bundle @p text. Verifies its signature before it reads anything else; the caller decides
/// whether to trust the signer. Throws EnvironmentError if it is not a valid bundle.
Bundle open_bundle(const std::string& text);

/// Decrypts the seed of @p bundle. Throws EnvironmentError if it is not sealed to @p instructor.
std::uint64_t unseal_seed(const Bundle& bundle, const KeyPair& instructor);

} // namespace grader

#pragma once

/// @file
/// A bundle: one grade with all that it takes to make it again, in one signed file, `*.kernelsmith-bundle`. Whoever holds the file can
/// read all of it but the seed, which is sealed to the instructor.

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "classroom/bundle/crypto.h"
#include "classroom/bundle/grading_environment.h"
#include "classroom/bundle/sources.h"
#include "grading/grade/grade.h"

namespace grader {

/// What is graded, and where: the part of a bundle that is known when the grade is.
struct Provenance {
    std::string student;      ///< who handed it in, as reports call them; empty: not told
    std::string made;         ///< when it was graded: "2026-12-01T22:14:05Z"
    GradingEnvironment facts; ///< of the course and the machine
    Sources sources;          ///< the student's
    std::string build;        ///< SHA-256 of what the compiler made of them; empty: nothing, or not known
};

/// Whose keys a bundle is made with.
struct BundleKeys {
    KeyPair signer;         ///< of the machine that graded
    std::string instructor; ///< the public half of the key of who may read the seed
};

/// What a bundle says.
struct Bundle {
    Provenance provenance;   ///< as they were given
    nlohmann::json grade;    ///< a lab of a report (grading/report/grade/json.h), without its seed
    std::string sealed_seed; ///< unseal_seed() opens it
    std::string instructor;  ///< the public half of the key that it is sealed to
    std::string signer;      ///< the public half of the key that signed all this
};

/// The text of a bundle of @p grade, a lab of a report with its seed. Throws EnvironmentError where the grade has no seed, or where the
/// bundle would be too large to be read again.
std::string make_bundle(nlohmann::json grade, const Provenance& provenance, const BundleKeys& keys);
/// The same of a grade that was made just now.
std::string make_bundle(const LabGrade& grade, const Provenance& provenance, const BundleKeys& keys);

/// What the bundle @p text says. Its signature is looked at before anything else of it; whose it is, is for the caller to judge.
/// Throws EnvironmentError where it is no bundle.
Bundle open_bundle(const std::string& text);

/// The seed of @p bundle. Throws EnvironmentError where it is not sealed to @p instructor.
std::uint64_t unseal_seed(const Bundle& bundle, const KeyPair& instructor);

} // namespace grader

#pragma once

/// @file
/// The commands for appeals. Each prints and returns what the process ends with.

#include <filesystem>
#include <string>
#include <vector>

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// What `grader bundle LAB [--file F]` is told beside lab and file, which are in the options.
struct BundleRequest {
    std::filesystem::path output; ///< `-o`; empty: LAB-TIME.kernelsmith-bundle in the working directory
    std::filesystem::path keys;   ///< `--keys`: the folder of this machine's keys; empty: the usual one
    std::filesystem::path
        instructor;      ///< `--to`: the public key that may read the seed; empty: the one in keys
    std::string student; ///< `--student`: how the bundle calls who handed the file in; may be empty
};

/// Grades the file, strictly where the options have no other wish, and writes a bundle of the grade. Passed is that there is one,
/// whatever the grade.
ExitStatus bundle_command(Context& context, const BundleRequest& request);

/// What `grader replay BUNDLE` is told.
struct ReplayRequest {
    std::filesystem::path bundle; ///< the file
    std::filesystem::path keys;   ///< `--keys`: the folder of the instructor's key; empty: the usual one
    std::vector<std::filesystem::path>
        trust;              ///< every `--trust`: a public key of a machine that may have signed
    bool untrusted = false; ///< `--untrusted`: whoever has signed
};

/// Grades what is in a bundle again, and prints then and now. Where @p options do not say otherwise, backend and device are the
/// bundle's, and isolation is strict. Passed: the grade is the same. Not passed: it differs. Throws EnvironmentError where it could not be
/// made again; that is also the status where a part of it could not.
ExitStatus replay_command(const Options& options, const Places& places, const ReplayRequest& request);

} // namespace grader

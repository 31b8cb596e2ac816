#pragma once

/// @file
/// Options of the commands for appeals, and the functions that run them. Each prints and returns what the process ends with.

#include <filesystem>
#include <string>
#include <vector>

#include "base/errors.h"
#include "grading/command_line/command.h"
#include "grading/command_line/options.h"

namespace grader {

/// `grader bundle LAB`
struct BundleOptions : LabOptions {
    std::filesystem::path file;   ///< `--file`, in place of the lab's student.cu; empty: none
    std::filesystem::path output; ///< `-o`; empty: LAB-TIME.kernelsmith-bundle in the working directory
    std::filesystem::path keys;   ///< `--keys`: the folder of this machine's keys; empty: the usual one
    std::filesystem::path
        instructor;      ///< `--to`: the public key that may read the seed; empty: the one in keys
    std::string student; ///< `--student`: how the bundle calls who handed the file in; may be empty

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// Grades the file, strictly where the options have no other wish, and writes a bundle of the grade. Passed is that there is one,
/// whatever the grade.
ExitStatus run_bundle(const BundleOptions& options, const Invocation& call);

/// `grader replay BUNDLE`
struct ReplayOptions : ContextOptions {
    std::filesystem::path bundle; ///< the file
    std::filesystem::path keys;   ///< `--keys`: the folder of the instructor's key; empty: the usual one
    std::vector<std::filesystem::path>
        trust;              ///< every `--trust`: a public key of a machine that may have signed
    bool untrusted = false; ///< `--untrusted`: whoever has signed

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// Grades what is in a bundle again, and prints then and now. Where @p options do not say otherwise, backend and device are the
/// bundle's, and isolation is strict. Passed: the grade is the same. Not passed: it differs. Throws EnvironmentError where it could not be
/// made again; that is also the status where a part of it could not.
ExitStatus run_replay(const ReplayOptions& options, const Invocation& call);

} // namespace grader

#pragma once

/// @file
/// Options of `grader bundle` and `grader replay`, and the functions that run them. Each function prints, and
/// returns the process's exit status.

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
    std::filesystem::path keys;   ///< `--keys`: the folder of this machine's keys; empty: the default one
    std::filesystem::path
        instructor;      ///< `--to`: the public key that may read the seed; empty: the one in `keys`
    std::string student; ///< `--student`: the student's name in the bundle; may be empty

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// Grades the file, with strict isolation unless the options say otherwise, and writes a bundle of the grade.
/// Returns passed whenever a bundle was written, whatever the grade is.
ExitStatus run_bundle(const BundleOptions& options, const Invocation& call);

/// `grader replay BUNDLE`
struct ReplayOptions : ContextOptions {
    std::filesystem::path bundle; ///< the bundle
    std::filesystem::path keys;   ///< `--keys`: the folder of the instructor's key; empty: the default one
    std::vector<std::filesystem::path>
        trust;              ///< each `--trust`: the public key of a machine whose bundles are accepted
    bool untrusted = false; ///< `--untrusted`: accept any signer

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// Grades the files of a bundle again, and prints both grades. Unless @p options say otherwise, backend and
/// device are the bundle's, and isolation is strict. Returns passed if the grade is the same, not passed if
/// it differs. Throws EnvironmentError if the grade could not be reproduced; returns the same status if only
/// a part could not.
ExitStatus run_replay(const ReplayOptions& options, const Invocation& call);

} // namespace grader

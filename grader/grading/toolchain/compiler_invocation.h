#pragma once

/// @file
/// The working files of a compiler call: in the source's directory, or copies if a name there is unsafe for a
/// shell.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/files.h"
#include "grading/processes/process.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// A prepared compiler call, and the mapping from the names in the compiler's output back to the student's
/// names.
///
/// nvcc writes the working directory, the source's real path and every include directory into shell command
/// lines, between double quotes: a folder called `$(command)` would execute it. If any of these names
/// contains characters other than letters, digits and `/._-+`, the compiler gets a copy of the source and
/// links to the directories, all under a temporary directory. Headers next to the source are then found
/// through one of the links.
///
/// A sandboxed compiler always gets a copy of the regular files in the source's folder, within limits. Its
/// output leaves the sandbox through descriptors. So no name that a student has chosen becomes the name of a
/// directory there, no other process can change the source while it is compiled, and the compiler sees
/// nothing next to the source that cannot be copied.
///
/// In all cases, the destructor removes the compiler's temporary files.
class CompilerInvocation {
public:
    /// Prepares @p job so that the object is written to @p output. Throws EnvironmentError.
    CompilerInvocation(const CompileJob& job, const std::filesystem::path& output);

    /// Returns how to start the compiler.
    [[nodiscard]] const ProcessSpec& call() const { return call_; }
    /// Returns the compiler's output @p log with the names of the files as the student knows them.
    [[nodiscard]] std::string restore_names(std::string log) const;
    /// Returns the files that the compiler read, as absolute paths: the source first, then the others in the
    /// compiler's order, if the compiler has listed them. Without a list, returns for a sandboxed compiler
    /// every file of the student and the course that it could have read.
    [[nodiscard]] std::vector<std::filesystem::path> dependencies() const;
    /// Returns whether dependencies() includes everything that the compiler has read.
    [[nodiscard]] bool has_all_dependencies() const;
    /// Returns whether the compiler has listed the files that it read. A list beyond 4 MiB is not copied
    /// out of the sandbox.
    [[nodiscard]] bool has_dependency_list() const;

private:
    void prepare_in_place(const CompileJob& job, const std::filesystem::path& output);
    void prepare_on_copy(const CompileJob& job, const std::filesystem::path& output);
    void prepare_in_sandbox(const CompileJob& job, const std::filesystem::path& output);
    void complete_call(const std::vector<std::string>& includes, const std::string& source,
                       const std::string& object, const std::string& list);

    /// Returns the path of the compiler's dependency list.
    [[nodiscard]] std::filesystem::path list() const;

    TemporaryDirectory scratch_;
    std::filesystem::path source_;
    std::string copy_; ///< name of the copy of the source; empty: not copied
    ProcessSpec call_;
    std::filesystem::path dependency_base_;      ///< base directory of relative names in the compiler's list
    std::vector<std::filesystem::path> copied_;  ///< all files that a sandboxed compiler sees in addition to
                                                 ///< the system's
    std::vector<Descriptor> output_descriptors_; ///< receive the output files of the sandbox
    /// Pairs of an alias for a directory or file here, and the original name.
    std::vector<std::pair<std::string, std::string>> aliases_;
};

} // namespace grader

#pragma once

/// @file
/// Where a compiler works on a job: beside the source, or on a copy where the source's name is not safe to say.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/files.h"
#include "grading/processes/process.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// A compiler call made ready, and the way back from what the compiler names to what the student knows.
///
/// nvcc writes the working directory, the source's real path and every directory into command lines of a shell,
/// between double quotes: a folder called `$(command)` would run it. Where any of these names has more than letters,
/// digits and `/._-+` in it, the compiler gets a copy of the source and links to the directories, all under
/// a temporary directory. Headers beside the source are then found through one of the links.
///
/// A compiler that is locked in always gets a copy: of the regular files in the source's folder, within bounds. What it
/// makes comes out through descriptors. So no name that a student has chosen is the name of a directory there, nobody
/// changes the source while it is compiled, and nothing beside it is seen but what a copy can be made of.
///
/// In all cases the compiler's own temporary files go away with this.
class CompilerInvocation {
public:
    /// Prepares @p job so that the object comes to @p output. Throws EnvironmentError.
    CompilerInvocation(const CompileJob& job, const std::filesystem::path& output);

    /// How to start the compiler.
    [[nodiscard]] const ProcessSpec& call() const { return call_; }
    /// What the compiler said in @p log, about the files as the student calls them.
    [[nodiscard]] std::string restore_names(std::string log) const;
    /// The files that the compiler read, absolute; the source first, and the others in the compiler's order, where it has
    /// listed them. Locked in, without a list, all that it can have read of the student's and the course's.
    [[nodiscard]] std::vector<std::filesystem::path> dependencies() const;
    /// Whether dependencies() are all that the compiler has read.
    [[nodiscard]] bool has_all_dependencies() const;
    /// Whether the compiler has listed what it read. A list beyond 4 MiB does not come out of a cell.
    [[nodiscard]] bool has_dependency_list() const;

private:
    void prepare_in_place(const CompileJob& job, const std::filesystem::path& output);
    void prepare_on_copy(const CompileJob& job, const std::filesystem::path& output);
    void prepare_in_sandbox(const CompileJob& job, const std::filesystem::path& output);
    void complete_call(const std::vector<std::string>& includes, const std::string& source,
                       const std::string& object, const std::string& list);

    /// Where the compiler lists what it read.
    [[nodiscard]] std::filesystem::path list() const;

    TemporaryDirectory scratch_;
    std::filesystem::path source_;
    std::string copy_; ///< what the copy of the source is called; empty: there is none
    ProcessSpec call_;
    std::filesystem::path dependency_base_;      ///< where relative names in the compiler's list begin
    std::vector<std::filesystem::path> copied_;  ///< all that a compiler in a cell sees beside the system
    std::vector<Descriptor> output_descriptors_; ///< what comes out of a cell goes there
    /// What stands for a directory or a file here, and what it stands for.
    std::vector<std::pair<std::string, std::string>> aliases_;
};

} // namespace grader

#pragma once

/// @file
/// Where a compiler works on a job: beside the source, or on a copy where the source's name is not safe to say.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "child/process.h"
#include "files.h"
#include "toolchain/compile.h"

namespace grader {

/// A compiler call made ready, and the way back from what the compiler names to what the student knows.
///
/// nvcc writes the working directory, the source's real path and every directory into command lines of a shell,
/// between double quotes: a folder called `$(command)` would run it. Where any of these names has more than letters,
/// digits and `/._-+` in it, the compiler gets a copy of the source and links to the directories, all under
/// a temporary directory. Headers beside the source are then found through one of the links.
///
/// In both cases the compiler's own temporary files go away with this.
class Workplace {
public:
    /// Prepares @p job so that the object comes to @p output. Throws EnvironmentError.
    Workplace(const CompileJob& job, const std::filesystem::path& output);

    /// How to start the compiler.
    [[nodiscard]] const ProcessSpec& call() const { return call_; }
    /// What the compiler said in @p log, about the files as the student calls them.
    [[nodiscard]] std::string in_own_names(std::string log) const;
    /// The files that the compiler read, absolute; the source always, and the others where it has listed them.
    [[nodiscard]] std::vector<std::filesystem::path> dependencies() const;
    /// Whether the compiler has listed what it read.
    [[nodiscard]] bool has_list() const;

private:
    void work_in_place(const CompileJob& job, const std::filesystem::path& output);
    void work_on_a_copy(const CompileJob& job, const std::filesystem::path& output);
    void complete_call(const std::vector<std::string>& includes, const std::string& source,
                       const std::string& object);

    TemporaryDirectory scratch_;
    std::filesystem::path source_;
    std::string copy_; ///< what the copy of the source is called; empty: there is none
    ProcessSpec call_;
    /// What stands for a directory or a file here, and what it stands for.
    std::vector<std::pair<std::string, std::string>> stand_ins_;
};

} // namespace grader

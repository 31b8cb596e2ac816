#pragma once

/// @file
/// The scratch folder of a case: a grader of its own, a course, a class of two, and files that nobody may touch.

#include <filesystem>
#include <map>
#include <string>

#include "hostile/harness/hostile_case.h"

namespace hostile {

/// Stands in files and in the environment, and must never come out of the grader.
inline const std::string secret = "2b7e151628aed2a6abf7";

/// The student beside the hostile one, who is graded after it.
inline const std::string neighbour = "zz_honest";

/// What is staged from.
struct Sources {
    std::filesystem::path project; ///< the root of the project's tree
    std::filesystem::path build;   ///< its build tree
};

/// A case made ready, in a folder that is made anew, and removed with this object.
class Stage {
public:
    /// Makes @p folder anew. A server on this machine listens at @p port.
    Stage(const HostileCase& hostile, const Sources& sources, const std::filesystem::path& folder, int port,
          bool keep);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] std::filesystem::path operator/(const std::string& path) const { return scratch_ / path; }
    [[nodiscard]] const std::filesystem::path& root() const { return scratch_; }
    /// What attacks call what they leave in places that all processes share: `/tmp/` and this.
    [[nodiscard]] const std::string& trace() const { return trace_; }
    /// Of the neighbour, for the lab of the case.
    [[nodiscard]] std::filesystem::path honest_file() const;

private:
    void copy_programs(const HostileCase& hostile, const Sources& sources) const;
    void copy_course(const HostileCase& hostile, const Sources& sources) const;
    void write_class(const HostileCase& hostile, const Sources& sources) const;
    void make(const StagedFile& entry) const;
    [[nodiscard]] std::string expand_placeholders(std::string text) const;

    std::filesystem::path scratch_;
    std::string trace_;
    std::string lab_;
    int port_;
    bool keep_; ///< the folder stays, for whoever wants to look at it
};

/// Copies a file or a tree to @p to, over what is there, with the times of its files: a cache may be keyed by them.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes @p folder and everything in it, whatever its permissions.
void remove_everything(const std::filesystem::path& folder);

} // namespace hostile

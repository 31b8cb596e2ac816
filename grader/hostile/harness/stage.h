#pragma once

/// @file
/// The scratch folder of a case: a private grader, a course, a class of two, and files that must stay
/// unchanged.

#include <filesystem>
#include <map>
#include <string>

#include "hostile/harness/hostile_case.h"

namespace hostile {

/// A secret in files and in the environment, which the grader must never disclose.
inline const std::string secret = "2b7e151628aed2a6abf7";

/// The neighbour of the hostile student, who is graded after it.
inline const std::string neighbour = "zz_honest";

/// Sources of a stage.
struct Sources {
    std::filesystem::path project; ///< the root of the project's tree
    std::filesystem::path build;   ///< its build tree
};

/// A prepared case in a new folder, which the destructor removes.
class Stage {
public:
    /// Creates @p folder, replacing an old one. A server on this machine listens on @p port.
    Stage(const HostileCase& hostile, const Sources& sources, const std::filesystem::path& folder, int port,
          bool keep);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] std::filesystem::path operator/(const std::string& path) const { return scratch_ / path; }
    [[nodiscard]] const std::filesystem::path& root() const { return scratch_; }
    /// Prefix of the names of an attack's files in shared places: `/tmp/` and this.
    [[nodiscard]] const std::string& trace() const { return trace_; }
    /// Returns the neighbour's file for the lab of the case.
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
    bool keep_; ///< keeps the folder for inspection
};

/// Copies a file or a tree to @p to, overwriting existing files, with their times: a cache key may contain
/// these.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

/// Removes @p folder and everything in it, whatever its permissions.
void remove_everything(const std::filesystem::path& folder);

} // namespace hostile

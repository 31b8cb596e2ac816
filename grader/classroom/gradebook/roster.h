#pragma once

/// @file
/// Roster: maps the names of students' folders to a gradebook's identifiers.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace grader {

/// One student as a gradebook identifies them. Fields that the roster lacks are empty.
struct RosterEntry {
    std::string folder;  ///< name of the folder with the submissions, as in reports
    std::string name;    ///< full name
    std::string id;      ///< the gradebook's own number, or the one of the student information system
    std::string login;   ///< login name
    std::string section; ///< section of the course
    std::string email;   ///< email address
};

/// The students of a class, by folder name.
class Roster {
public:
    /// An empty roster: each folder's name serves as the student's name and login.
    Roster() = default;
    /// Parses @p text, a CSV file whose first line names the columns: `folder`, and any of `name`, `id`,
    /// `login`, `section` and `email`. Throws UsageError with @p name and the line of a mistake.
    Roster(std::string_view text, const std::string& name);

    /// Reports whether the roster has no entries.
    [[nodiscard]] bool empty() const { return entries_.empty(); }
    /// Reports whether @p folder has an entry.
    [[nodiscard]] bool has(const std::string& folder) const { return entries_.contains(folder); }
    /// Returns the entry of @p folder. Without an entry, the folder's name is also the student's name and
    /// login.
    [[nodiscard]] RosterEntry of(const std::string& folder) const;

private:
    std::map<std::string, RosterEntry> entries_;
};

/// Reads the roster in @p file. Throws UsageError if it cannot be read or has a mistake.
Roster read_roster(const std::filesystem::path& file);

} // namespace grader

#pragma once

/// @file
/// Who is who: from the names of students' folders to what a gradebook calls them.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace grader {

/// One student, as a gradebook knows them. What the roster does not say is empty.
struct RosterEntry {
    std::string folder;  ///< the name of the folder with the hand-ins, as in reports
    std::string name;    ///< as a person reads it
    std::string id;      ///< the gradebook's own number, or the one of the student information system
    std::string login;   ///< what the student signs in with
    std::string section; ///< of the course
    std::string email;   ///< the address
};

/// A class by the names of its folders.
class Roster {
public:
    /// Without anybody: each folder's name stands for the student.
    Roster() = default;
    /// Reads @p text, a CSV file whose first line names the columns: `folder`, and of `name`, `id`, `login`, `section` and
    /// `email` those that there are. Throws UsageError with @p name and the line where something is wrong with it.
    Roster(std::string_view text, const std::string& name);

    /// Whether there is anybody.
    [[nodiscard]] bool empty() const { return entries_.empty(); }
    /// Whether there is a line for @p folder.
    [[nodiscard]] bool has(const std::string& folder) const { return entries_.contains(folder); }
    /// What is known of @p folder. Where that is nothing, its name is also the student's name and login.
    [[nodiscard]] RosterEntry of(const std::string& folder) const;

private:
    std::map<std::string, RosterEntry> entries_;
};

/// The roster in @p file. Throws UsageError where there is none, or something is wrong with it.
Roster read_roster(const std::filesystem::path& file);

} // namespace grader

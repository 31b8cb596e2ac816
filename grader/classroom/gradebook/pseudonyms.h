#pragma once

/// @file
/// Names that say nothing, so that a page about a class can be shown to the class.

#include <cstdint>
#include <map>
#include <string>

#include "classroom/gradebook/book.h"

namespace grader {

/// A name for each student of a class. It follows from the student's own name and the class's key alone, so it is the same
/// each time. Only where two would bear the same name, one of a million pairs or so, the one whose own name sorts later gets another.
class Pseudonyms {
public:
    /// For the students of @p book under the secret @p key of their class. Who has the key and a student's name has the pseudonym, so
    /// the key is kept as grades are; from pseudonyms nobody finds it, nor a name, but by trying all keys.
    Pseudonyms(const Book& book, std::uint64_t key);

    /// "blue heron 412", for a student of the book.
    [[nodiscard]] const std::string& of(const std::string& student) const { return names_.at(student); }

private:
    std::map<std::string, std::string> names_; ///< by the students' own
};

} // namespace grader

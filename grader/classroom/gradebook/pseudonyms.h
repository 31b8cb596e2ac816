#pragma once

/// @file
/// Pseudonyms, so that a page about a class can be shown to the class.

#include <cstdint>
#include <map>
#include <string>

#include "classroom/gradebook/book.h"

namespace grader {

/// One pseudonym per student of a class, derived from the student's name and the class's key alone, so it is
/// the same each time. On a collision, about one pair in a million, the student whose own name sorts later
/// gets another one.
class Pseudonyms {
public:
    /// Derives pseudonyms for the students of @p book from the secret @p key of their class. The key and a
    /// student's name give the pseudonym, so the key must be as private as the grades; from pseudonyms alone,
    /// names and key can be found only by trying all keys.
    Pseudonyms(const Book& book, std::uint64_t key);

    /// Returns the pseudonym of a student of the book, such as "blue heron 412".
    [[nodiscard]] const std::string& of(const std::string& student) const { return names_.at(student); }

private:
    std::map<std::string, std::string> names_; ///< pseudonyms by student
};

} // namespace grader

#pragma once

/// @file
/// Patterns of messages in entries of a manifest.

#include <string>
#include <utility>
#include <vector>

#include "message/message.h"

namespace grader {

/// A kind of message with some of its arguments, or arguments of any kind, in the syntax of manifests:
///
///     gate counter=bytes_per_load value=12
///     error=cudaErrorInvalidValue
///     on_case case="one iteration"
///     finding=shared_race & access=reads       both of them
///     last_tile column=32 | last_columns column=32
///
/// The value of an argument that is a message is its kind.
class MessagePattern {
public:
    /// An empty pattern, which matches nothing.
    MessagePattern() = default;
    /// Parses @p text. Throws std::invalid_argument if it is not a valid pattern.
    explicit MessagePattern(std::string text);

    /// Returns whether the pattern is empty.
    [[nodiscard]] bool empty() const { return alternatives_.empty(); }
    /// Returns whether @p messages, including nested ones, match all parts of an alternative.
    [[nodiscard]] bool matches(const std::vector<kernelsmith::Message>& messages) const;
    /// Returns the pattern's source text.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns the kinds that it names.
    [[nodiscard]] std::vector<std::string> kinds() const;

private:
    struct Conjunct {
        std::string kind;                                           ///< empty: any kind
        std::vector<std::pair<std::string, std::string>> arguments; ///< name and value
    };

    static bool matches(const Conjunct& part, const kernelsmith::Message& message);

    std::string text_;
    std::vector<std::vector<Conjunct>> alternatives_;
};

class StrictTable;

/// Reads the pattern under @p key of @p table, and reports an error if it is invalid.
MessagePattern read_pattern(StrictTable& table, const char* key);

} // namespace grader

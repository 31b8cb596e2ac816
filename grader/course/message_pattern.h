#pragma once

/// @file
/// Which messages an entry of a manifest is about.

#include <string>
#include <utility>
#include <vector>

#include "message/message.h"

namespace grader {

/// A kind of message with some of its arguments, or arguments of any kind, as manifests write them:
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
    /// Fits nothing.
    MessagePattern() = default;
    /// Throws std::invalid_argument where @p text is no pattern.
    explicit MessagePattern(std::string text);

    /// Whether it was made of an empty text.
    [[nodiscard]] bool empty() const { return alternatives_.empty(); }
    /// Whether @p messages, with the messages inside them, have all parts of an alternative.
    [[nodiscard]] bool matches(const std::vector<kernelsmith::Message>& messages) const;
    /// As it was written.
    [[nodiscard]] const std::string& text() const { return text_; }
    /// The kinds that it names.
    [[nodiscard]] std::vector<std::string> kinds() const;

private:
    struct Conjunct {
        std::string kind;                                           ///< empty: any
        std::vector<std::pair<std::string, std::string>> arguments; ///< name and value
    };

    static bool matches(const Conjunct& part, const kernelsmith::Message& message);

    std::string text_;
    std::vector<std::vector<Conjunct>> alternatives_;
};

class StrictTable;

/// The pattern under @p key of @p table, which complains where it is none.
MessagePattern read_pattern(StrictTable& table, const char* key);

} // namespace grader

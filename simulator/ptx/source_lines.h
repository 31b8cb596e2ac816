#pragma once

/// @file
/// `.file` and `.loc`: which line of CUDA source an instruction belongs to.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "ptx/module.h"

namespace simulator::ptx {

/// A position in a source, as in `.loc`.
struct SourcePlace {
    std::uint32_t file = 0;   ///< number of a `.file`
    std::uint32_t line = 0;   ///< 1-based
    std::uint32_t column = 0; ///< distinguishes calls on one line

    /// Order for lookup.
    auto operator<=>(const SourcePlace&) const = default;
};

/// Finds the most useful line for a programmer.
///
/// Inlined code of the toolkit's headers counts for the line that called it, and so does code inlined there
/// in turn: `atomicAdd` is a function in a header, but the student's line is the call.
class SourceLines {
public:
    /// @p files: names of the files by number. They must outlive this object.
    explicit SourceLines(const std::vector<std::string>& files) : files_(files) {}

    /// Starts a new function: positions in one function are unrelated to those in the next.
    void begin_function() { shown_.clear(); }

    /// Returns the line for code at @p place, which was inlined at @p caller. Callers must be passed before
    /// the code that they inline.
    SourceLine line_of(SourcePlace place, std::optional<SourcePlace> caller);

private:
    [[nodiscard]] bool in_toolkit(std::uint32_t file) const;

    const std::vector<std::string>& files_;
    std::map<SourcePlace, SourceLine> shown_ = {};
};

/// Returns whether a source file is part of a CUDA toolkit or of the system, rather than of the program.
bool is_toolkit_header(std::string_view path);

} // namespace simulator::ptx

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

/// A place in a source as `.loc` gives it.
struct SourcePlace {
    std::uint32_t file = 0;   ///< number of a `.file`
    std::uint32_t line = 0;   ///< 1-based
    std::uint32_t column = 0; ///< tells calls on one line apart

    /// An order to look places up by.
    auto operator<=>(const SourcePlace&) const = default;
};

/// Finds the line that tells a programmer most.
///
/// Code of the toolkit's headers that was inlined counts for the line that called it, as does code inlined
/// there in turn: `atomicAdd` is a function in a header, but what a student wrote is the call.
class SourceLines {
public:
    /// The names of the files by number, which have to outlive this.
    explicit SourceLines(const std::vector<std::string>& files) : files_(files) {}

    /// Another function begins: places in one say nothing about places in the next.
    void begin_function() { shown_.clear(); }

    /// The line for code at @p place, which was inlined at @p caller. Callers come before what they inline.
    SourceLine line_of(SourcePlace place, std::optional<SourcePlace> caller);

private:
    [[nodiscard]] bool in_toolkit(std::uint32_t file) const;

    const std::vector<std::string>& files_;
    std::map<SourcePlace, SourceLine> shown_ = {};
};

/// Whether a source file is part of a CUDA toolkit or of the system, rather than of the program.
bool is_toolkit_header(std::string_view path);

} // namespace simulator::ptx

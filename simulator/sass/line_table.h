#pragma once

/// @file
/// Mapping from SASS to lines of the PTX text, as `ptxas -lineinfo` records it.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "elf/bytes.h"

namespace simulator::sass {

/// From this address up to that of the next row, SASS was compiled from one line of the PTX.
struct LineRow {
    std::uint32_t address = 0; ///< address of an instruction, in bytes from the start of its section
    std::uint32_t line = 0;    ///< 1-based line of the PTX text; 0: none

    /// Compares member by member.
    bool operator==(const LineRow&) const = default;
};

/// Rows by mangled name of the section's function, in ascending order of addresses.
using LineTable = std::map<std::string, std::vector<LineRow>, std::less<>>;

/// Returns the lines of all functions of a cubin. Empty if it has none, if they are damaged, or if the bytes
/// are not a cubin.
LineTable read_line_table(Bytes cubin);

} // namespace simulator::sass

#pragma once

/// @file
/// From machine code to lines of the PTX text that it was made of, as `ptxas -lineinfo` writes it down.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "elf/bytes.h"

namespace simulator::sass {

/// From this address on, up to that of the next row, machine code was made of one line of the PTX.
struct LineRow {
    std::uint32_t address = 0; ///< of a machine instruction, in bytes from the start of its section
    std::uint32_t line = 0;    ///< of the PTX text, 1-based; 0: of none

    /// Member by member.
    bool operator==(const LineRow&) const = default;
};

/// Rows by the mangled name of the function that has the section of code; ascending by address.
using LineTable = std::map<std::string, std::vector<LineRow>, std::less<>>;

/// The lines of all functions of a cubin. Empty where it has none, or they are damaged, or it is no cubin.
LineTable read_line_table(Bytes cubin);

} // namespace simulator::sass

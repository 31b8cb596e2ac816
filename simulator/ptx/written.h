#pragma once

/// @file
/// Instructions as written, before anybody asks what their names mean.

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/number.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// An operand as written.
struct WrittenOperand {
    /// What it looks like.
    enum class Kind : std::uint8_t {
        name,    ///< `%r1`, `!%p1`, `%tid.x`, `table+8`
        number,  ///< `17`
        address, ///< `[%rd1+8]`: the base in elements
        vector,  ///< `{%r1, %r2}`
        pair,    ///< `%r1|%p1`
    };
    Kind kind = Kind::name;                    ///< says which of the others mean anything
    bool negated = false;                      ///< `!`
    std::string_view name = {};                ///< points into the PTX
    Number number = {};                        ///< of a number
    std::int64_t offset = 0;                   ///< of an address, or behind a name
    std::vector<WrittenOperand> elements = {}; ///< of an address, a vector or a pair
};

/// What follows `call`: `(result), callee, (arguments), prototype`.
struct WrittenCall {
    std::vector<WrittenOperand> results = {};   ///< registers or `.param` variables
    std::string_view callee = {};               ///< a function, or a register with its address
    std::vector<WrittenOperand> arguments = {}; ///< registers, `.param` variables or numbers
    std::string_view prototype = {};            ///< empty when there is none
};

/// Reads an operand of any instruction but a call.
WrittenOperand read_operand(Reader& reader);
/// Reads all operands up to the `;`.
std::vector<WrittenOperand> read_operands(Reader& reader);
/// Reads what follows `call` up to the `;`.
WrittenCall read_call(Reader& reader);

} // namespace simulator::ptx

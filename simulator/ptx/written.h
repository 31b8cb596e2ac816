#pragma once

/// @file
/// Instructions as written, before their names are resolved.

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/number.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// An operand as written.
struct WrittenOperand {
    /// Syntactic kind.
    enum class Kind : std::uint8_t {
        name,    ///< `%r1`, `!%p1`, `%tid.x`, `table+8`
        number,  ///< `17`
        address, ///< `[%rd1+8]`: the base in elements
        vector,  ///< `{%r1, %r2}`
        pair,    ///< `%r1|%p1`
    };
    Kind kind = Kind::name;                    ///< determines which other members are valid
    bool negated = false;                      ///< `!`
    std::string_view name = {};                ///< points into the PTX
    Number number = {};                        ///< value for a number
    std::int64_t offset = 0;                   ///< offset in an address, or after a name
    std::vector<WrittenOperand> elements = {}; ///< parts of an address, a vector or a pair
};

/// What follows `call`: `(result), callee, (arguments), prototype`.
struct WrittenCall {
    std::vector<WrittenOperand> results = {};   ///< registers or `.param` variables
    std::string_view callee = {};               ///< a function, or a register with its address
    std::vector<WrittenOperand> arguments = {}; ///< registers, `.param` variables or numbers
    std::string_view prototype = {};            ///< empty if there is none
};

/// Reads an operand of any instruction except a call.
WrittenOperand read_operand(Reader& reader);
/// Reads all operands up to the `;`.
std::vector<WrittenOperand> read_operands(Reader& reader);
/// Reads what follows `call` up to the `;`.
WrittenCall read_call(Reader& reader);

} // namespace simulator::ptx

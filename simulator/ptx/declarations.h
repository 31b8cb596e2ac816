#pragma once

/// @file
/// Variables and parameters: `.global .align 4 .b8 table[64] = {1, 2}`.

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/module.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// A declared variable.
struct Declaration {
    Variable variable = {};     ///< has 0 bytes until the outermost dimension is known
    std::string_view name = {}; ///< points into the PTX
    /// Dimensions of an array, the outermost first; 0 there: not given.
    std::vector<std::uint64_t> dimensions = {};
    std::uint32_t line = 0; ///< line of the PTX, 1-based
};

/// The part of a declaration before the names of its variables.
struct DeclarationHead {
    Space space = Space::global; ///< state space of the directive
    Word type = Word::b8;        ///< type of one element
    std::uint32_t vector = 1;    ///< elements of `.v2` and `.v4`
    std::uint32_t alignment = 0; ///< 0: not given
};

/// A parameter or a result of a function.
struct Formal {
    Variable variable = {};   ///< in the `.param` space in either case
    bool in_register = false; ///< `.reg` rather than `.param`
};

/// Reads alignment, type and attributes, after the state space.
DeclarationHead read_head(Reader& reader, Space space);
/// Reads a name and its dimensions.
Declaration read_declarator(Reader& reader, const DeclarationHead& head);
/// Reads `(.param .b32 a, .param .b64 b)`.
std::vector<Formal> read_formals(Reader& reader);
/// Reads the type of `.reg .b32 ...`.
Word read_register_type(Reader& reader);

} // namespace simulator::ptx

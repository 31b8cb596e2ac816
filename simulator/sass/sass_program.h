#pragma once

/// @file
/// SASS of a cubin, decoded as far as a time model needs it: the operation, its unit, and the line of the
/// PTX that it was compiled from. SASS is the GPU's native instruction set.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "elf/bytes.h"
#include "sass/opcodes.h"

namespace simulator::sass {

/// Kind of path on which a SASS instruction is executed.
enum class CodePath : std::uint8_t {
    usual,  ///< the usual path of the kernel, or of a function of the program
    called, ///< a routine that ptxas adds and calls: integer divisions
    rare,   ///< only for special values (denormal, infinite), or if lanes reach a shuffle divergently
};

/// Index of a scoreboard barrier that means none.
inline constexpr std::uint8_t no_barrier = 7;

/// A SASS instruction of Volta to Blackwell: 128 bits.
struct SassInstruction {
    std::uint32_t address = 0;            ///< bytes from the start of its section
    std::uint16_t opcode = 0;             ///< the lowest 12 bits
    Unit unit = Unit::alu;                ///< unit that executes it
    SassAccess access = SassAccess::none; ///< accessed memory, or communication
    CodePath path = CodePath::usual;      ///< path on which it is executed
    bool known = false;                   ///< its operation is in opcodes.def
    bool guarded = false; ///< executed only in lanes that a condition selects, for example a predicate
    bool yields = false;  ///< yield hint: the scheduler prefers to switch to another warp
    std::uint8_t local_words = 0; ///< words per lane of an access to local memory
    std::uint8_t stall = 0;       ///< minimum number of cycles until the warp's next instruction may start
    std::uint8_t write_barrier = no_barrier; ///< scoreboard barrier held until the result is available
    std::uint8_t read_barrier = no_barrier;  ///< scoreboard barrier held until the operands are read
    std::uint8_t wait_mask = 0; ///< one bit per scoreboard barrier that must be released before it starts
    std::uint32_t ptx_line = 0; ///< 1-based line of the PTX text; 0: unknown
    /// Address of a direct branch or call; nullopt for others.
    std::optional<std::int64_t> target = std::nullopt;

    /// Returns the bits that encode the operation: see operation_of().
    [[nodiscard]] std::uint16_t operation() const { return opcode & operation_mask; }
    /// Returns whether, in some or all lanes, the next executed instruction may not be the following one.
    [[nodiscard]] bool may_transfer_control() const;
    /// Returns whether the next executed instruction is never the following one.
    [[nodiscard]] bool always_transfers_control() const { return may_transfer_control() && !guarded; }
};

/// The instructions of each function with its own section of code, by mangled name and in ascending order of
/// addresses. Functions that were compiled as part of a caller are in the section of the kernel that calls
/// them. The endless branch after a function and the padding of the section are omitted.
using SassProgram = std::map<std::string, std::vector<SassInstruction>, std::less<>>;

/// Reads the code of a cubin. Lines are known if ptxas was called with `-lineinfo`. Empty if the bytes are
/// not a cubin of compute capability 7.0 to 12.1.
SassProgram read_sass_program(Bytes cubin);

} // namespace simulator::sass

#pragma once

/// @file
/// The machine code (SASS) of a cubin, read as far as a model of time needs it: which operation, of which unit, made of
/// which line of the PTX.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "elf/bytes.h"
#include "sass/opcodes.h"

namespace simulator::sass {

/// When a machine instruction is executed.
enum class CodePath : std::uint8_t {
    usual,  ///< in the course of the kernel, or of a function of the program
    called, ///< in a routine that ptxas adds and calls: divisions of whole numbers
    rare, ///< only for odd numbers (denormal, infinite), or when lanes come to a shuffle apart from each other
};

/// A number of a barrier that stands for none.
inline constexpr std::uint8_t no_barrier = 7;

/// A machine instruction of Volta to Hopper: 128 bits.
struct SassInstruction {
    std::uint32_t address = 0;               ///< in bytes from the start of its section
    std::uint16_t opcode = 0;                ///< the lowest 12 bits
    Unit unit = Unit::alu;                   ///< who executes it
    SassAccess access = SassAccess::none;    ///< to which memory, or among which threads
    CodePath path = CodePath::usual;         ///< when it is executed
    bool known = false;                      ///< its operation is in opcodes.def
    bool guarded = false;                    ///< only in some lanes, as a predicate says
    bool yields = false;                     ///< another warp may well come next
    std::uint8_t local_words = 0;            ///< of a lane, that an access to local memory has
    std::uint8_t stall = 0;                  ///< clocks until the warp's next instruction may start, at least
    std::uint8_t write_barrier = no_barrier; ///< counts until the result is there
    std::uint8_t read_barrier = no_barrier;  ///< counts until the operands are read
    std::uint8_t wait_mask = 0;              ///< a bit for each barrier that must be down before it starts
    std::uint32_t ptx_line = 0;              ///< of the PTX text, 1-based; 0: unknown
    std::optional<std::int64_t> target =
        std::nullopt; ///< the address that a branch or a call goes to, if it says so

    /// The bits that say the operation, see operation_of().
    [[nodiscard]] std::uint16_t operation() const { return opcode & operation_mask; }
    /// Whether the instruction behind it is not what is executed next, in all lanes or in some.
    [[nodiscard]] bool may_transfer_control() const;
    /// Whether it is never the instruction behind it.
    [[nodiscard]] bool always_transfers_control() const { return may_transfer_control() && !guarded; }
};

/// The instructions of each function that has a section of code, by mangled name and ascending by address. Functions
/// that are called but were not made by themselves stand in the section of the kernel that calls them. Left out are
/// the endless branches behind a function and what fills up the section.
using SassProgram = std::map<std::string, std::vector<SassInstruction>, std::less<>>;

/// Reads the code of a cubin. It has lines when ptxas was called with `-lineinfo`. Empty for what is no cubin of
/// compute capability 7.0 to 9.0.
SassProgram read_sass_program(Bytes cubin);

} // namespace simulator::sass

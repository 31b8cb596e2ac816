#pragma once

/// @file
/// The operations of machine instructions of compute capability 7.5 to 9.0, and the units that execute them.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gpu/unit.h"

namespace simulator::sass {

/// What a machine instruction does to the threads' memory, or among the threads of a block. These are the
/// instructions that ptxas makes once each time it makes a PTX one.
enum class SassAccess : std::uint8_t {
    none,         ///< nothing
    load,         ///< from global memory, or by an address that may be anywhere
    store,        ///< to it
    shared_load,  ///< from shared memory
    shared_store, ///< to it
    local,        ///< the thread's own memory
    atomic,       ///< global or shared memory, with a result or without
    copy,         ///< from global to shared memory
    texture,      ///< a texture
    barrier,      ///< of a block
    shuffle,      ///< between the threads of a warp
};

/// What is known about an operation.
struct Operation {
    std::uint16_t code;        ///< the lowest 9 bits of the instruction
    std::string_view mnemonic; ///< `IADD3`
    Unit unit;                 ///< who executes it
    SassAccess access;         ///< what it does beside
};

/// Operations that mean something beyond their unit.
namespace operation {
inline constexpr std::uint16_t nop = 0x118;  ///< `NOP`
inline constexpr std::uint16_t call = 0x144; ///< `CALL.REL`
inline constexpr std::uint16_t bra = 0x147;  ///< `BRA`
inline constexpr std::uint16_t brx = 0x149;  ///< `BRX`: by a table
inline constexpr std::uint16_t jmp = 0x14a;  ///< `JMP`
inline constexpr std::uint16_t jmx = 0x14c;  ///< `JMX`: by a table
inline constexpr std::uint16_t exit = 0x14d; ///< `EXIT`
inline constexpr std::uint16_t ret = 0x150;  ///< `RET`
inline constexpr std::uint16_t stl = 0x187;  ///< `STL`
} // namespace operation

/// The bits of an instruction that say its operation. The three above say of what form the operands are.
inline constexpr std::uint16_t operation_mask = 0x1ff;

/// The operation of an instruction's lowest 12 bits; null for one that is not known.
const Operation* operation_of(std::uint16_t opcode);

} // namespace simulator::sass

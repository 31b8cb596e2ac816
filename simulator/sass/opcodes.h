#pragma once

/// @file
/// The operations of SASS instructions of compute capability 7.5 to 12.0, and the units that execute them.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gpu/unit.h"

namespace simulator::sass {

/// Memory access or communication of a SASS instruction. ptxas emits these instructions exactly once per
/// copy of a PTX instruction.
enum class SassAccess : std::uint8_t {
    none,         ///< nothing
    load,         ///< loads from global memory, or from a generic address
    store,        ///< stores to global memory, or to a generic address
    shared_load,  ///< loads from shared memory
    shared_store, ///< stores to shared memory
    local,        ///< loads and stores of local memory
    atomic,       ///< atomics in global or shared memory, with or without a result
    copy,         ///< copies from global to shared memory
    texture,      ///< reads of a texture
    barrier,      ///< barriers of a block
    shuffle,      ///< shuffles between the threads of a warp
};

/// Properties of an operation.
struct Operation {
    std::uint32_t first;       ///< first compute capability in which the code has this meaning, 75 for 7.5
    std::uint32_t last;        ///< last one
    std::uint16_t code;        ///< the lowest 9 bits of the instruction
    std::string_view mnemonic; ///< `IADD3`
    Unit unit;                 ///< unit that executes it
    SassAccess access;         ///< memory access or communication
};

/// Operations with a meaning beyond their unit.
namespace operation {
inline constexpr std::uint16_t nop = 0x118;  ///< `NOP`
inline constexpr std::uint16_t call = 0x144; ///< `CALL.REL`
inline constexpr std::uint16_t bra = 0x147;  ///< `BRA`
inline constexpr std::uint16_t brx = 0x149;  ///< `BRX`: indirect branch
inline constexpr std::uint16_t jmp = 0x14a;  ///< `JMP`
inline constexpr std::uint16_t jmx = 0x14c;  ///< `JMX`: indirect branch
inline constexpr std::uint16_t exit = 0x14d; ///< `EXIT`
inline constexpr std::uint16_t ret = 0x150;  ///< `RET`
inline constexpr std::uint16_t brxu = 0x158; ///< `BRXU`: indirect branch, the same for the whole warp
inline constexpr std::uint16_t stl = 0x187;  ///< `STL`
} // namespace operation

/// The bits of an instruction that encode its operation. The three bits above encode the form of the
/// operands.
inline constexpr std::uint16_t operation_mask = 0x1ff;

/// Returns the operation of an instruction's lowest 12 bits in a compute capability, 90 for 9.0; null if
/// unknown.
const Operation* operation_of(std::uint16_t opcode, std::uint32_t capability);

} // namespace simulator::sass

#pragma once

/// @file
/// What a call needs out of the memory of the program that has made it.

#include <cstddef>
#include <cstdint>
#include <span>

namespace simulator::runtime {

/// Fills @p bytes with those at @p address of the program. Throws std::runtime_error where the program has ended: what
/// is made of anything else would be something that it never asked for.
void read_program_memory(std::uint64_t address, std::span<std::byte> bytes);

} // namespace simulator::runtime

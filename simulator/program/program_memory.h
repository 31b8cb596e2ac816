#pragma once

/// @file
/// Access to the memory of the program that made the current call.

#include <cstddef>
#include <cstdint>
#include <span>

namespace simulator::runtime {

/// Fills @p bytes from @p address of the program. Throws std::runtime_error if the program has ended, because
/// the call must not continue with other data.
void read_program_memory(std::uint64_t address, std::span<std::byte> bytes);

} // namespace simulator::runtime

#pragma once

/// @file
/// Pointers of one process, which are integers in the other.

#include <cstdint>

namespace simulator::protocol {

/// Returns the address in a pointer, a function pointer or a handle as an integer.
template <class Pointer> std::uint64_t number_of(Pointer pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

} // namespace simulator::protocol

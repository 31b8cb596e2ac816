#pragma once

/// @file
/// Pointers of the one side are numbers to the other.

#include <cstdint>

namespace simulator::protocol {

/// The number of a pointer, a function or a handle.
template <class Pointer> std::uint64_t number_of(Pointer pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

} // namespace simulator::protocol

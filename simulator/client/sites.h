#pragma once

/// @file
/// Where calls stand in the program.

#include <cstdint>

namespace simulator::client {

class Line;

/// The number of the call that returns to @p caller and is under way, with who called the caller; what is new is
/// announced on @p line.
std::uint32_t site_of_call(Line& line, const void* caller);
/// The same for a place of which only the address behind it is known.
std::uint32_t site_of_place(Line& line, const void* behind);

} // namespace simulator::client

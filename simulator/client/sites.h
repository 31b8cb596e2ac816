#pragma once

/// @file
/// Where calls stand in the program.

#include <cstdint>

namespace simulator::client {

class ThreadChannel;

/// The number of the call that returns to @p caller and is under way, with who called the caller; what is new is
/// announced on @p channel.
std::uint32_t site_of_call(ThreadChannel& channel, const void* caller);
/// The same for a place of which only the address behind it is known.
std::uint32_t site_of_address(ThreadChannel& channel, const void* return_address);

} // namespace simulator::client

#pragma once

/// @file
/// Call sites in the program.

#include <cstdint>

namespace simulator::client {

class ThreadChannel;

/// Returns the number of the current call, which returns to @p caller, together with the calls that led to
/// it. Announces a new site on @p channel.
std::uint32_t site_of_call(ThreadChannel& channel, const void* caller);
/// Returns the number of a site of which only the return address is known.
std::uint32_t site_of_address(ThreadChannel& channel, const void* return_address);

} // namespace simulator::client

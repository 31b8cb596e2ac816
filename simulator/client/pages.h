#pragma once

/// @file
/// Pages that the program and the device both have.

#include <cstdint>

namespace simulator::client {

/// Pages may be touched so from now on, as mprotect() has it.
void protect_pages(std::uint64_t address, std::uint64_t bytes, int protection);
/// Puts the pages at @p shared of the common range into the place of the program's own at @p address, with what is
/// in these. False where that cannot be.
bool share_pages(std::uint64_t address, std::uint64_t shared, std::uint64_t bytes);
/// The other way round.
void unshare_pages(std::uint64_t address, std::uint64_t bytes);
/// Whether a write to @p address failed because its page is about to be shared. Returns when it is: the write is to be
/// repeated. For a signal handler.
bool wait_while_sharing(std::uint64_t address);

} // namespace simulator::client

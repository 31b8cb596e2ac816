#pragma once

/// @file
/// Pages that the program and the device share.

#include <cstdint>

namespace simulator::client {

/// Sets the protection of pages, as mprotect() does.
void protect_pages(std::uint64_t address, std::uint64_t bytes, int protection);
/// Maps the pages at @p shared in the common range over the program's own pages at @p address, and copies
/// their contents. Returns false if that is not possible.
bool share_pages(std::uint64_t address, std::uint64_t shared, std::uint64_t bytes);
/// Replaces shared pages by private copies.
void unshare_pages(std::uint64_t address, std::uint64_t bytes);
/// Returns whether a write to @p address failed because its page is being shared. Waits until sharing is
/// complete; the write must then be repeated. Async-signal-safe.
bool wait_while_sharing(std::uint64_t address);

} // namespace simulator::client

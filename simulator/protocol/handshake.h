#pragma once

/// @file
/// How a program and its device process find each other.

#include <string>

namespace simulator::protocol {

/// Where a program finds the path of the socket at which devices are to be had.
inline constexpr const char* socket_variable = "KERNELSMITH_SIMULATOR_SOCKET";

/// What a program is given: files that it maps. Both are closed by who has them.
struct SharedFiles {
    int shared = -1; ///< of a SharedChannels
    int pages = -1;  ///< of the range of addresses that both have
};

/// A socket at @p path that programs can connect to. Throws std::system_error.
int listen_at(const std::string& path);
/// Connects to that; -1 where that cannot be.
int connect_to(const std::string& path);
/// Sends files. Throws std::system_error.
void send_files(int socket, const SharedFiles& files);
/// The files that come next; closed ones when none come.
SharedFiles receive_files(int socket);

} // namespace simulator::protocol

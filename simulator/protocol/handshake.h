#pragma once

/// @file
/// How a program connects to its device process: a Unix socket that passes file descriptors.

#include <string>

namespace simulator::protocol {

/// Environment variable with the path of the socket at which a program requests a device.
inline constexpr const char* socket_variable = "KERNELSMITH_SIMULATOR_SOCKET";

/// Files that a program receives and maps. Each holder closes its own descriptors.
struct SharedFiles {
    int shared = -1; ///< holds a SharedChannels; -1: none
    int pages = -1;  ///< backs the address range that both processes map; -1: none
};

/// Returns a socket that listens at @p path. Throws std::system_error.
int listen_at(const std::string& path);
/// Returns a socket connected to @p path; -1 if that fails.
int connect_to(const std::string& path);
/// Sends the descriptors of @p files over @p socket. Throws std::system_error.
void send_files(int socket, const SharedFiles& files);
/// Receives the files that send_files() sent. Returns descriptors of -1 if none arrive or the protocol
/// versions differ.
SharedFiles receive_files(int socket);

} // namespace simulator::protocol

#pragma once

/// @file
/// The device processes of a program and of its children.

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "loading/settings.h"

namespace simulator::simulate {

/// Starts a device process for each program that connects, and merges their reports into one.
class DeviceProcesses {
public:
    /// Creates a socket at @p socket, open to every user who can reach it. If the path is empty, the socket
    /// is in a private folder that exists as long as this object. Throws std::system_error.
    explicit DeviceProcesses(runtime::Settings settings, std::filesystem::path socket = {});
    DeviceProcesses(const DeviceProcesses&) = delete;
    DeviceProcesses& operator=(const DeviceProcesses&) = delete;
    ~DeviceProcesses();

    /// Returns the path at which programs connect.
    [[nodiscard]] std::filesystem::path path() const { return socket_; }
    /// Returns a descriptor that is readable when a program connects.
    [[nodiscard]] int listener() const { return listener_; }
    /// Starts a device process for a program that has connected.
    void accept();
    /// Starts a device process for the program at the other end of a socket.
    void start(int socket);
    /// Records that a child has ended, which may be a device process. @p status comes from wait().
    void process_ended(pid_t process, int status);
    /// Sends a signal to all device processes.
    void interrupt(int signal) const;

    /// Returns whether a device process is still running.
    [[nodiscard]] bool any_running() const;
    /// Returns whether a program has a failure. Its children report theirs by their own exit status.
    [[nodiscard]] bool has_failure_of(pid_t program) const;
    /// Returns whether all device processes ended normally.
    [[nodiscard]] bool all_ended_normally() const;
    /// Writes the merged report, if one was requested. @p program: name in the report if no process has one.
    void write_report(const std::filesystem::path& program) const;

private:
    struct Process {
        pid_t process;
        pid_t program;
        int report;
        bool running = true;
        int status = 0;
    };
    [[noreturn]] void run_child_process(int socket, int report) const;

    const runtime::Settings settings_;
    std::filesystem::path folder_; ///< empty: the socket is in a folder of the caller
    std::filesystem::path socket_;
    int listener_ = -1;
    int common_ = -1; ///< memfd of the state that device processes share
    std::vector<Process> processes_;
};

} // namespace simulator::simulate

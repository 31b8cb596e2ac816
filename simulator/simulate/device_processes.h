#pragma once

/// @file
/// The device processes of a program and of its children.

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "loading/settings.h"

namespace simulator::simulate {

/// Starts a device process for each program that connects, and makes one report of theirs.
class DeviceProcesses {
public:
    /// Makes a socket at @p socket, for everybody who can reach it; where that is empty, in a folder of its own that lives
    /// as long as this. Throws std::system_error.
    explicit DeviceProcesses(runtime::Settings settings, std::filesystem::path socket = {});
    DeviceProcesses(const DeviceProcesses&) = delete;
    DeviceProcesses& operator=(const DeviceProcesses&) = delete;
    ~DeviceProcesses();

    /// Where programs connect.
    [[nodiscard]] std::filesystem::path path() const { return socket_; }
    /// Readable when one does.
    [[nodiscard]] int listener() const { return listener_; }
    /// Starts the process for who has connected.
    void accept();
    /// The same for the other end of a socket.
    void start(int socket);
    /// A child has ended; one of these, perhaps. @p status: as wait() gives it.
    void process_ended(pid_t process, int status);
    /// Sends a signal to all.
    void interrupt(int signal) const;

    /// Whether one still works.
    [[nodiscard]] bool any_running() const;
    /// Whether something was wrong with a program. Its children have their own exit status to say so.
    [[nodiscard]] bool has_failure_of(pid_t program) const;
    /// Whether all could do their work to its end.
    [[nodiscard]] bool all_ended_normally() const;
    /// Writes what they have reported, if anybody wants it. @p program: whose report it is where there is none.
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
    std::filesystem::path folder_; ///< empty: the socket lies in somebody else's
    std::filesystem::path socket_;
    int listener_ = -1;
    int common_ = -1; ///< file of what they have in common
    std::vector<Process> processes_;
};

} // namespace simulator::simulate

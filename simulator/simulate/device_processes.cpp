#include "simulate/device_processes.h"

#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "device/device_process.h"
#include "memory/ipc_memory.h"
#include "protocol/handshake.h"
#include "report/report.h"

namespace simulator::simulate {

namespace fs = std::filesystem;

namespace {

int succeeded(int result, const char* what) {
    if (result < 0) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return result;
}

fs::path make_folder() {
    // The path of a socket is limited to 107 bytes.
    constexpr std::size_t max_folder_name = 80;
    std::error_code failed;
    const fs::path parent = fs::temp_directory_path(failed);
    const bool usable = !failed && parent.string().size() < max_folder_name;
    std::string name = ((usable ? parent : fs::path("/tmp")) / "simulate-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    return name;
}

std::string read_all(int file) {
    std::string text;
    std::array<char, 65536> buffer{};
    ssize_t count = 0;
    for (off_t at = 0; (count = pread(file, buffer.data(), buffer.size(), at)) > 0; at += count) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
}

pid_t peer_process_of(int socket) {
    ucred peer{};
    socklen_t bytes = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 ? peer.pid : 0;
}

} // namespace

DeviceProcesses::DeviceProcesses(runtime::Settings settings, fs::path socket)
    : settings_(std::move(settings)), folder_(socket.empty() ? make_folder() : fs::path()),
      socket_(socket.empty() ? folder_ / "socket" : std::move(socket)),
      listener_(protocol::listen_at(path())),
      common_(succeeded(memfd_create("common", MFD_CLOEXEC), "memfd_create")) {
    constexpr mode_t mode_for_all = 0666;
    succeeded(folder_.empty() ? chmod(socket_.c_str(), mode_for_all) : 0, "chmod");
    succeeded(ftruncate(common_, static_cast<off_t>(ipc_file_bytes())), "ftruncate");
}

DeviceProcesses::~DeviceProcesses() {
    std::error_code ignored;
    fs::remove(socket_, ignored);
    fs::remove(folder_, ignored);
    close(listener_);
    close(common_);
}

void DeviceProcesses::accept() {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket >= 0) {
        start(socket);
    }
}

void DeviceProcesses::start(int socket) {
    const int report = succeeded(memfd_create("report", MFD_CLOEXEC), "memfd_create");
    std::fflush(nullptr);
    const pid_t process = succeeded(fork(), "fork");
    if (process == 0) {
        run_child_process(socket, report);
    }
    processes_.push_back({.process = process, .program = peer_process_of(socket), .report = report});
    close(socket);
}

void DeviceProcesses::run_child_process(int socket, int report) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(listener_);
    const device::DeviceStatus status =
        device::run_device_process({.socket = socket,
                                    .report = report,
                                    .common = common_,
                                    .number = static_cast<std::uint32_t>(processes_.size())},
                                   settings_);
    std::fflush(nullptr);
    _exit(status); // without exit handlers, which belong to the parent
}

void DeviceProcesses::process_ended(pid_t process, int status) {
    const auto found = std::ranges::find(processes_, process, &Process::process);
    if (found == processes_.end()) {
        return;
    }
    found->running = false;
    found->status = status;
    if (!WIFEXITED(status) && found->program > 0) {
        // No process serves the program's requests any more.
        fmt::print(stderr, "simulate: the process of the simulated device crashed: signal {}\n",
                   WIFSIGNALED(status) ? WTERMSIG(status) : 0);
        kill(found->program, SIGKILL);
    }
}

void DeviceProcesses::interrupt(int signal) const {
    for (const Process& one : processes_) {
        if (one.running) {
            kill(one.process, signal);
        }
    }
}

bool DeviceProcesses::any_running() const { return std::ranges::any_of(processes_, &Process::running); }

bool DeviceProcesses::has_failure_of(pid_t program) const {
    return std::ranges::any_of(processes_, [&](const Process& one) {
        return one.program == program && WIFEXITED(one.status) &&
               WEXITSTATUS(one.status) == device::has_failures;
    });
}

bool DeviceProcesses::all_ended_normally() const {
    return std::ranges::all_of(processes_, [](const Process& one) {
        return WIFEXITED(one.status) && WEXITSTATUS(one.status) != device::no_device;
    });
}

void DeviceProcesses::write_report(const fs::path& program) const {
    if (settings_.report.empty()) {
        return;
    }
    std::vector<std::string> reports;
    for (const Process& one : processes_) {
        reports.push_back(read_all(one.report));
    }
    std::ofstream file(settings_.report);
    if (reports.empty()) {
        const LaunchLog none;
        simulator::write_report(file, {.device = settings_.device, .program = program.string()}, none, {});
    } else if (reports.size() == 1) {
        file << reports.front();
    } else {
        write_merged(file, reports);
    }
    if (!file.flush()) {
        fmt::print(stderr, "simulate: the report cannot be written to {}\n", settings_.report.string());
    }
}

} // namespace simulator::simulate

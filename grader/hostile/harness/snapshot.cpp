#include "hostile/harness/snapshot.h"

#include <fstream>
#include <functional>
#include <sstream>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <system_error>

#include <fmt/core.h>

#include "testing/harness.h"

namespace hostile {
namespace {

namespace fs = std::filesystem;

/// Attacks give System V objects keys from 0x4b530000 to 0x4b53ffff.
constexpr unsigned attack_keys = 0x4b53;

/// Longer files are compared only by their length and time.
constexpr std::uintmax_t max_hashed_bytes = 64 << 20;

std::string content_of(const fs::path& path, const fs::file_status& status) {
    std::error_code problem;
    if (status.type() == fs::file_type::symlink) return "to " + fs::read_symlink(path, problem).string();
    if (status.type() != fs::file_type::regular) return {};
    const std::uintmax_t bytes = fs::file_size(path, problem);
    if (bytes > max_hashed_bytes)
        return fmt::format("{} bytes of {}", bytes,
                           fs::last_write_time(path, problem).time_since_epoch().count());
    return fmt::format("{} bytes, {:x}", bytes, std::hash<std::string>{}(harness::read(path)));
}

std::string described(const fs::path& path) {
    std::error_code problem;
    const fs::file_status status = fs::symlink_status(path, problem);
    return fmt::format("kind {}, mode {:o}, {}", static_cast<int>(status.type()),
                       static_cast<unsigned>(status.permissions()), content_of(path, status));
}

struct SystemVObject {
    std::string what;
    int id = 0;
};

std::vector<SystemVObject> system_v_objects() {
    std::vector<SystemVObject> found;
    for (const char* what : {"shm", "sem", "msg"}) {
        std::ifstream list(fmt::format("/proc/sysvipc/{}", what));
        std::string line;
        std::getline(list, line); // the column headings
        while (std::getline(list, line)) {
            long key = 0;
            int id = 0;
            std::istringstream(line) >> key >> id;
            if (static_cast<unsigned>(key) >> 16 == attack_keys) found.push_back({what, id});
        }
    }
    return found;
}

std::vector<fs::path> files_in_shared_folders(const std::string& trace) {
    std::vector<fs::path> found;
    for (const char* folder : {"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"}) {
        std::error_code problem;
        for (const auto& entry : fs::directory_iterator(folder, problem))
            if (entry.path().filename().string().find(trace) != std::string::npos)
                found.push_back(entry.path());
    }
    return found;
}

} // namespace

Snapshot take_snapshot(const fs::path& root, const std::vector<std::string>& parts) {
    Snapshot snapshot;
    std::error_code problem;
    for (const std::string& part : parts) {
        if (!fs::exists(fs::symlink_status(root / part, problem))) continue;
        snapshot[part] = described(root / part);
        for (auto entry =
                 fs::recursive_directory_iterator(root / part, fs::directory_options::skip_permission_denied,
                                                  problem);
             entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
            // The grader's own files about a class.
            if (entry->path() == root / "class/.grades")
                entry.disable_recursion_pending();
            else
                snapshot[entry->path().lexically_relative(root).string()] = described(entry->path());
        }
    }
    return snapshot;
}

std::vector<std::string> differences(const Snapshot& before, const Snapshot& after, bool additions) {
    std::vector<std::string> found;
    for (const auto& [path, was] : before) {
        const auto is = after.find(path);
        if (is == after.end())
            found.push_back(path + " is gone");
        else if (is->second != was)
            found.push_back(fmt::format("{} has changed from {} to {}", path, was, is->second));
    }
    for (const auto& [path, is] : after)
        if (additions && !before.contains(path)) found.push_back(path + " is new");
    return found;
}

std::vector<std::string> traces(const std::string& trace) {
    std::vector<std::string> found;
    for (const fs::path& file : files_in_shared_folders(trace)) found.push_back(file.string());
    for (const SystemVObject& object : system_v_objects())
        found.push_back(fmt::format("System V {} {}", object.what, object.id));
    return found;
}

void remove_traces(const std::string& trace) {
    for (const fs::path& file : files_in_shared_folders(trace)) {
        std::error_code problem;
        fs::remove_all(file, problem);
    }
    for (const SystemVObject& object : system_v_objects()) {
        if (object.what == "shm") ::shmctl(object.id, IPC_RMID, nullptr);
        if (object.what == "sem") ::semctl(object.id, 0, IPC_RMID);
        if (object.what == "msg") ::msgctl(object.id, IPC_RMID, nullptr);
    }
}

} // namespace hostile

#include "grading/isolation/rooms.h"

#include <algorithm>
#include <cstdlib>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// Where a system keeps its programs and libraries. Links among them, as in most systems now, stay links.
constexpr const char* system_places[] = {"/usr",   "/bin",   "/sbin",   "/lib",
                                         "/lib32", "/lib64", "/libx32", "/nix/store"};
/// Of what a system is set up with: which libraries are where, and which compiler is called cc.
constexpr const char* system_files[] = {"/etc/ld.so.cache", "/etc/alternatives"};
/// Devices that every program may count on.
constexpr const char* usual_devices[] = {"/dev/null", "/dev/urandom", "/dev/random"};

bool is_shown(const Room& room, const fs::path& file) {
    return std::any_of(room.shown.begin(), room.shown.end(), [&](const Shown& shown) {
        const std::string text = file.string();
        return !shown.device && (text == shown.to || text.starts_with(shown.to + "/"));
    });
}

void show_device(Room& room, const fs::path& device) {
    std::error_code problem;
    if (fs::exists(device, problem)) room.shown.push_back({device.string(), device.string(), true});
}

} // namespace

void show(Room& room, const fs::path& file) {
    std::error_code problem;
    if (!file.empty() && fs::exists(file, problem) && !is_shown(room, file))
        room.shown.push_back({fs::absolute(file).lexically_normal().string(),
                              fs::absolute(file).lexically_normal().string(), false});
}

Room system_room(const std::vector<fs::path>& also) {
    Room room;
    std::error_code problem;
    for (const fs::path place : system_places)
        if (fs::is_symlink(place, problem))
            room.links.emplace_back(place.string(), fs::read_symlink(place, problem).string());
        else
            show(room, place);
    for (const fs::path file : system_files) show(room, file);
    for (const fs::path device : usual_devices) show_device(room, device);
    for (const fs::path& file : also) show(room, file);
    room.shelves = {{"/tmp", 512 * mebibyte}, {"/dev/shm", 64 * mebibyte}};
    room.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                        {"HOME", "/tmp"},
                        {"TMPDIR", "/tmp"},
                        {"LANG", "C.UTF-8"}};
    room.directory = "/tmp";
    room.limits = {1024, 1024, 1024 * mebibyte, 0};
    return room;
}

void show_gpus(Room& room) {
    std::error_code problem;
    for (fs::directory_iterator at("/dev", problem), end; !problem && at != end; at.increment(problem))
        if (at->path().filename().string().starts_with("nvidia")) show_device(room, at->path());
    show(room, "/sys"); // without it CUDA does not start
    for (const char* variable : {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"})
        room.kept.emplace_back(variable);
}

} // namespace grader

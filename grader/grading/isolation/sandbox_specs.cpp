#include "grading/isolation/sandbox_specs.h"

#include <algorithm>
#include <cstdlib>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// Directories in which a system keeps its programs and libraries. Symbolic links among them, as on most
/// current systems, stay links.
constexpr const char* system_directories[] = {"/usr",   "/bin",   "/sbin",   "/lib",
                                              "/lib32", "/lib64", "/libx32", "/nix/store"};
/// System configuration that programs need: the paths of the libraries, and the compiler that is called cc.
constexpr const char* system_files[] = {"/etc/ld.so.cache", "/etc/alternatives"};
/// Devices that every program may use.
constexpr const char* standard_devices[] = {"/dev/null", "/dev/urandom", "/dev/random"};

bool is_mounted(const SandboxSpec& sandbox, const fs::path& file) {
    return std::any_of(sandbox.bind_mounts.begin(), sandbox.bind_mounts.end(),
                       [&](const BindMount& bind_mount) {
                           const std::string text = file.string();
                           return !bind_mount.device &&
                                  (text == bind_mount.to || text.starts_with(bind_mount.to + "/"));
                       });
}

void add_device(SandboxSpec& sandbox, const fs::path& device) {
    std::error_code problem;
    if (fs::exists(device, problem)) sandbox.bind_mounts.push_back({device.string(), device.string(), true});
}

} // namespace

void add_bind_mount(SandboxSpec& sandbox, const fs::path& file) {
    std::error_code problem;
    if (!file.empty() && fs::exists(file, problem) && !is_mounted(sandbox, file))
        sandbox.bind_mounts.push_back({fs::absolute(file).lexically_normal().string(),
                                       fs::absolute(file).lexically_normal().string(), false});
}

SandboxSpec system_sandbox(const std::vector<fs::path>& also) {
    SandboxSpec sandbox;
    std::error_code problem;
    for (const fs::path directory : system_directories)
        if (fs::is_symlink(directory, problem))
            sandbox.links.emplace_back(directory.string(), fs::read_symlink(directory, problem).string());
        else
            add_bind_mount(sandbox, directory);
    for (const fs::path file : system_files) add_bind_mount(sandbox, file);
    for (const fs::path device : standard_devices) add_device(sandbox, device);
    for (const fs::path& file : also) add_bind_mount(sandbox, file);
    sandbox.tmpfs_mounts = {{"/tmp", 512 * mebibyte}, {"/dev/shm", 64 * mebibyte}};
    sandbox.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                           {"HOME", "/tmp"},
                           {"TMPDIR", "/tmp"},
                           {"LANG", "C.UTF-8"}};
    sandbox.directory = "/tmp";
    sandbox.limits = {1024, 1024, 1024 * mebibyte, 0};
    return sandbox;
}

void add_gpus(SandboxSpec& sandbox) {
    std::error_code problem;
    for (fs::directory_iterator at("/dev", problem), end; !problem && at != end; at.increment(problem))
        if (at->path().filename().string().starts_with("nvidia")) add_device(sandbox, at->path());
    add_bind_mount(sandbox, "/sys"); // CUDA does not start without it
    for (const char* variable : {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"})
        sandbox.inherited.emplace_back(variable);
}

} // namespace grader

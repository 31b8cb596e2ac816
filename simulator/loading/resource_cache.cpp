#include "loading/resource_cache.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace simulator::runtime {

namespace {

namespace fs = std::filesystem;

/// FNV-1a hash: stable between runs and compilers, unlike std::hash.
class Hash {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
        }
        // Terminates the text, so that "ab","c" differs from "a","bc".
        value_ = (value_ ^ 0xff) * 0x100'0000'01b3;
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf2'9ce4'8422'2325;
};

/// Returns a string that changes if another toolkit is installed at the same path.
std::string identity_of(const fs::path& program) {
    std::error_code ignored;
    const auto size = fs::file_size(program, ignored);
    const auto time = fs::last_write_time(program, ignored).time_since_epoch().count();
    return fmt::format("{} {} {}", program.string(), size, time);
}

nlohmann::json to_json(const KernelResources& kernel) {
    return {{"registers", kernel.registers},
            {"static_shared", kernel.static_shared},
            {"local_bytes", kernel.local_bytes},
            {"spill_stores", kernel.spill_stores},
            {"spill_loads", kernel.spill_loads}};
}

KernelResources from_json(const nlohmann::json& json) {
    KernelResources kernel;
    json.at("registers").get_to(kernel.registers);
    json.at("static_shared").get_to(kernel.static_shared);
    json.at("local_bytes").get_to(kernel.local_bytes);
    json.at("spill_stores").get_to(kernel.spill_stores);
    json.at("spill_loads").get_to(kernel.spill_loads);
    kernel.registers_known = true;
    return kernel;
}

/// Writes @p text to @p file atomically: the file has no name until it is complete, so a killed process or a
/// full disk leaves nothing. Returns false if the file system does not support unnamed files (O_TMPFILE).
bool write_via_unnamed_file(const fs::path& file, std::string_view text) {
    constexpr mode_t mode = 0666;
    const int draft = open(file.parent_path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (draft < 0) {
        return false;
    }
    bool linked = true;
    if (write(draft, text.data(), text.size()) == static_cast<ssize_t>(text.size())) {
        std::error_code none;
        fs::remove(file, none); // the entry was invalid, or is equal
        linked = linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", draft).c_str(), AT_FDCWD, file.c_str(),
                        AT_SYMLINK_FOLLOW) == 0;
    }
    close(draft);
    return linked;
}

/// Writes @p text to @p file atomically on any file system.
void write_atomically(const fs::path& file, std::string_view text) {
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    if (write_via_unnamed_file(file, text)) {
        return;
    }
    // Write a draft under another name and rename it, because two processes may write the same entry
    // concurrently.
    const fs::path draft = file.string() + fmt::format(".{}", getpid());
    if (std::ofstream out(draft, std::ios::binary); !(out << text) || !out.flush()) {
        fs::remove(draft, failed);
        return;
    }
    fs::rename(draft, file, failed);
}

} // namespace

ResourceCache ResourceCache::of_user() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache != '\0') {
        return ResourceCache(fs::path(cache) / "kernelsmith");
    }
    const char* home = std::getenv("HOME");
    return ResourceCache(home != nullptr && *home != '\0' ? fs::path(home) / ".cache/kernelsmith"
                                                          : fs::path());
}

std::string ResourceCache::key_of(const fs::path& ptxas, std::string_view ptx, std::uint32_t capability,
                                  std::string_view options) {
    Hash hash;
    hash.add(identity_of(ptxas));
    hash.add(ptx);
    hash.add(options);
    return fmt::format("{:016x}-sm_{}", hash.value(), capability);
}

fs::path ResourceCache::file_of(const std::string& key) const {
    return folder_ / "resources" / (key + ".json");
}

std::optional<ResourceTable> ResourceCache::find(const std::string& key) const {
    if (folder_.empty()) {
        return std::nullopt;
    }
    std::ifstream file(file_of(key));
    if (!file) {
        return std::nullopt;
    }
    try {
        ResourceTable table;
        const nlohmann::json json = nlohmann::json::parse(file);
        for (const auto& [name, kernel] : json.items()) {
            table.emplace(name, from_json(kernel));
        }
        return table;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

std::optional<std::string> ResourceCache::find_cubin(const std::string& key) const {
    std::ifstream file(folder_.empty() ? fs::path() : folder_ / "machine_code" / (key + ".cubin"),
                       std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return std::move(bytes).str();
}

void ResourceCache::store_cubin(const std::string& key, std::string_view cubin) const {
    if (!folder_.empty()) {
        write_atomically(folder_ / "machine_code" / (key + ".cubin"), cubin);
    }
}

void ResourceCache::store(const std::string& key, const ResourceTable& table) const {
    if (folder_.empty()) {
        return;
    }
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [name, kernel] : table) {
        json[name] = to_json(kernel);
    }
    write_atomically(file_of(key), json.dump());
}

} // namespace simulator::runtime

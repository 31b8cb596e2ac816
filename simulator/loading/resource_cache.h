#pragma once

/// @file
/// Cache of ptxas results between runs.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "loading/cubin.h"

namespace simulator::runtime {

/// A folder of cached results. Read and write errors are not reported: ptxas is called again.
class ResourceCache {
public:
    /// Returns the cache in $XDG_CACHE_HOME/kernelsmith, or ~/.cache/kernelsmith.
    static ResourceCache of_user();
    /// Constructs a cache in @p folder; stores nothing if it is empty.
    explicit ResourceCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Returns the cache key of a result: a hash of everything that the result depends on.
    static std::string key_of(const std::filesystem::path& ptxas, std::string_view ptx,
                              std::uint32_t capability, std::string_view options);
    /// Returns a cached table; nullopt if there is none.
    [[nodiscard]] std::optional<ResourceTable> find(const std::string& key) const;
    /// Stores a table.
    void store(const std::string& key, const ResourceTable& table) const;

    /// Returns a cached cubin; nullopt if there is none.
    [[nodiscard]] std::optional<std::string> find_cubin(const std::string& key) const;
    /// Stores a cubin.
    void store_cubin(const std::string& key, std::string_view cubin) const;

private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;

    std::filesystem::path folder_;
};

} // namespace simulator::runtime

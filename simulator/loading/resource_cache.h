#pragma once

/// @file
/// What ptxas said about a PTX, kept between runs.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "loading/cubin.h"

namespace simulator::runtime {

/// A folder of answers. A cache that cannot be read or written does not speak of it: ptxas is asked again.
class ResourceCache {
public:
    /// In $XDG_CACHE_HOME/kernelsmith, or ~/.cache/kernelsmith.
    static ResourceCache of_user();
    /// In @p folder; keeps nothing when it is empty.
    explicit ResourceCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The name under which the answer is kept: a hash of everything that it depends on.
    static std::string key_of(const std::filesystem::path& ptxas, std::string_view ptx,
                              std::uint32_t capability, std::string_view options);
    /// An answer that was kept, if there is one.
    [[nodiscard]] std::optional<ResourceTable> find(const std::string& key) const;
    /// Keeps an answer.
    void store(const std::string& key, const ResourceTable& table) const;

    /// A cubin that was kept, if there is one.
    [[nodiscard]] std::optional<std::string> find_cubin(const std::string& key) const;
    /// Keeps a cubin.
    void store_cubin(const std::string& key, std::string_view cubin) const;

private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;

    std::filesystem::path folder_;
};

} // namespace simulator::runtime

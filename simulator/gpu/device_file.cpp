#include "gpu/device_file.h"

#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace simulator {
namespace {

/// One device's table; remembers which keys were read.
class DeviceTable {
public:
    DeviceTable(std::string_view id, const toml::table& table) : id_(id), table_(table) {}

    /// Returns a value of exactly this type.
    template <class T> T value(std::string_view key) {
        read_keys_.emplace(key);
        const toml::node* node = table_.get(key);
        if (node == nullptr) fail(key, "is missing");
        const auto found = node->value_exact<T>();
        if (!found) fail(key, "has the wrong type");
        return *found;
    }

    /// Returns an integer of at least @p least that fits T.
    template <class T> T number(std::string_view key, std::int64_t least = 1) {
        const auto found = value<std::int64_t>(key);
        const bool too_big = static_cast<std::uint64_t>(found) > std::numeric_limits<T>::max();
        if (found < least || too_big) fail(key, "is out of range");
        return static_cast<T>(found);
    }

    /// Reads both parts of `capability = [9, 0]`.
    void capability(int& major, int& minor) {
        read_keys_.emplace("capability");
        const toml::array* parts = table_["capability"].as_array();
        if (parts == nullptr || parts->size() != 2) fail("capability", "must be [major, minor]");
        const auto first = parts->get(0)->value_exact<std::int64_t>();
        const auto second = parts->get(1)->value_exact<std::int64_t>();
        if (!first || !second || *first < 1 || *first > 99 || *second < 0 || *second > 9)
            fail("capability", "must be [major, minor]");
        major = static_cast<int>(*first);
        minor = static_cast<int>(*second);
    }

    /// Throws if the table has a key that was not read.
    void reject_unknown_keys() const {
        for (const auto& [key, node] : table_)
            if (!read_keys_.contains(key.str())) fail(key.str(), "is unknown");
    }

    [[noreturn]] void fail(std::string_view key, std::string_view what) const {
        throw std::invalid_argument(fmt::format("Device {}: {} {}.", id_, key, what));
    }

private:
    std::string_view id_;
    const toml::table& table_;
    std::set<std::string, std::less<>> read_keys_;
};

toml::table parse(std::string_view id, std::string_view text) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(
            fmt::format("Device {}: line {}: {}.", id, error.source().begin.line, error.description()));
    }
}

} // namespace

Device read_device(std::string_view id, std::string_view toml) {
    const toml::table parsed = parse(id, toml);
    DeviceTable table(id, parsed);
    Device device;
    device.id = id;
    device.name = table.value<std::string>("name");
    table.capability(device.capability_major, device.capability_minor);
    const auto read = [&](std::string_view key, auto& member) {
        member = table.number<std::remove_reference_t<decltype(member)>>(key);
    };
    read("multiprocessors", device.multiprocessors);
    read("clock_mhz", device.clock_mhz);
    read("memory_clock_mhz", device.memory_clock_mhz);
    read("memory_bus_bits", device.memory_bus_bits);
    read("memory_bytes", device.memory_bytes);
    read("l2_bytes", device.l2_bytes);
    read("l1_shared_bytes", device.l1_shared_bytes);
    read("shared_per_sm", device.shared_per_sm);
    read("shared_per_block", device.shared_per_block);
    read("shared_per_block_optin", device.shared_per_block_optin);
    device.shared_reserved_per_block = table.number<std::uint32_t>("shared_reserved_per_block", 0);
    read("registers_per_sm", device.registers_per_sm);
    read("registers_per_block", device.registers_per_block);
    read("threads_per_sm", device.threads_per_sm);
    read("threads_per_block", device.threads_per_block);
    read("blocks_per_sm", device.blocks_per_sm);
    read("constant_bytes", device.constant_bytes);
    device.dram_gb_s = table.value<double>("dram_gb_s");
    if (!(device.dram_gb_s > 0)) table.fail("dram_gb_s", "is out of range");
    table.reject_unknown_keys();
    return device;
}

} // namespace simulator

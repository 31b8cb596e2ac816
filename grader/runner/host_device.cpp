#include "runner/device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace runner {
namespace {

class HostDevice final : public Device {
public:
    nlohmann::json facts() override {
        return {{"name", "host"},
                {"memory_bytes", static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                     static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE))}};
    }

    void* allocate(std::size_t bytes) override {
        void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
        if (memory == nullptr) throw OutOfMemory(std::to_string(bytes) + " bytes");
        return memory;
    }
    void release(void* memory) override { std::free(memory); }
    void upload(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void download(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void copy(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }

    void fill(void* to, std::size_t bytes, std::uint64_t pattern) override {
        auto* out = static_cast<char*>(to);
        for (std::size_t i = 0; i < bytes; i += sizeof(pattern))
            std::memcpy(out + i, &pattern, std::min(sizeof(pattern), bytes - i));
    }

    void flush_caches() override {}
    void synchronize() override {}

    void gather(void* to, const void* from, std::size_t element_bytes,
                std::span<const std::uint64_t> indices) override {
        auto* out = static_cast<char*>(to);
        for (const std::uint64_t index : indices) {
            std::memcpy(out, static_cast<const char*>(from) + index * element_bytes, element_bytes);
            out += element_bytes;
        }
    }

    nlohmann::json ceilings() override {
        return {{"copy_gb_s", 0.0}, {"fp32_gflop_s", 0.0}, {"roots_giga_s", 0.0}};
    }
};

} // namespace

std::unique_ptr<Device> make_host_device() { return std::make_unique<HostDevice>(); }

} // namespace runner

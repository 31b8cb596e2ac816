#include "grading/runner/device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>
#include <unistd.h>

namespace runner {
namespace {

/// Returns the number of MiB that a test has set in the environment, in bytes; @p otherwise if it is not set.
std::size_t bytes_from(const char* variable, std::size_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10) << 20;
}

class HostDevice final : public Device {
public:
    nlohmann::json facts() override { return {{"name", "host"}, {"memory_bytes", capacity()}}; }

    std::uint64_t free_bytes() override { return bytes_from("KERNELSMITH_HOST_FREE_MB", capacity()); }

    [[nodiscard]] bool has_kernels() const override { return false; }

    void* allocate(std::size_t bytes) override {
        if (in_use() + bytes > capacity()) throw OutOfMemory(std::to_string(bytes) + " bytes");
        void* memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
        if (memory == nullptr) throw OutOfMemory(std::to_string(bytes) + " bytes");
        return memory;
    }
    void release(void* memory) override { std::free(memory); }
    void* allocate_shared(std::size_t) override { throw DeviceError(not_shared); }
    Handle handle_of(void*) override { throw DeviceError(not_shared); }
    void* open(const Handle&) override { throw DeviceError(not_shared); }
    void close(void*) override { throw DeviceError(not_shared); }
    void upload(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void download(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void copy(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }

    void fill(void* to, std::size_t bytes, std::uint64_t pattern) override {
        auto* out = static_cast<char*>(to);
        for (std::size_t i = 0; i < bytes; i += sizeof(pattern))
            std::memcpy(out + i, &pattern, std::min(sizeof(pattern), bytes - i));
    }

    void salt(void* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key) override {
        auto* out = static_cast<unsigned char*>(data);
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < bytes; i += sizeof(word)) {
            const std::size_t length = std::min(sizeof(word), bytes - i);
            std::memcpy(&word, out + i, length);
            word ^= kernelsmith::salt_bits(salt, key, i / sizeof(word));
            std::memcpy(out + i, &word, length);
        }
    }

    void flush_caches() override {}
    void wake() override {}
    void wait_as_caller() override {}
    void synchronize() override {}

    void gather(void* to, const void* from, std::size_t element_bytes,
                std::span<const std::uint64_t> indices) override {
        auto* out = static_cast<char*>(to);
        for (const std::uint64_t index : indices) {
            std::memcpy(out, static_cast<const char*>(from) + index * element_bytes, element_bytes);
            out += element_bytes;
        }
    }

    std::vector<std::uint8_t> snapshot(std::span<const StridedRegion>) override {
        throw DeviceError(not_shared);
    }

    // CPU time of all threads together, which is independent of the machine's other load. A program whose
    // responses come later than this clock says is caught by the grader's own clock.
    double clock_ms() override {
        timespec now{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
    }

    nlohmann::json ceilings() override {
        return {{"copy_gb_s", 0.0}, {"fp32_gflop_s", 0.0}, {"roots_giga_s", 0.0}};
    }

private:
    static constexpr const char* not_shared = "host memory has one process";

    /// Tests can give the device less memory than the machine has, and make it promise more than it provides,
    /// like a device that is shared with other processes.
    static std::size_t capacity() {
        return bytes_from("KERNELSMITH_HOST_MEMORY_MB",
                          static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
                              static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE)));
    }

    /// Returns the bytes that this process has allocated, including a solution's own memory: both come from
    /// one heap here, as on a GPU.
    static std::size_t in_use() {
        const struct mallinfo2 heap = ::mallinfo2();
        return heap.uordblks + heap.hblkhd;
    }
};

} // namespace

std::unique_ptr<Device> make_host_device() { return std::make_unique<HostDevice>(); }

} // namespace runner

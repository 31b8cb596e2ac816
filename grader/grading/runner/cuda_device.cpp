#include "grading/runner/device.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "grading/channel/protocol.h"
#include "grading/runner/kernels.h"
#include "kernelsmith/check.h"

namespace runner {
namespace {

std::string text_of(cudaError_t code) {
    return std::string(cudaGetErrorString(code)) + " (" + cudaGetErrorName(code) + ")";
}

void check(cudaError_t code) {
    if (code == cudaSuccess) return;
    const std::string text = text_of(code);
    if (code == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError(); // a failed allocation leaves the device usable; do not keep its error
        throw OutOfMemory(text);
    }
    throw DeviceError(text, cudaGetErrorName(code));
}

class CudaDevice final : public Device {
public:
    CudaDevice() {
        check(cudaGetDeviceCount(&count_));
        check(cudaGetDeviceProperties(&properties_, 0));
    }

    [[nodiscard]] FailedCall failed_call(const std::exception& error) const override {
        const auto* const failed = dynamic_cast<const kernelsmith::CudaError*>(&error);
        if (failed == nullptr) return {};
        return {failed->expression(), cudaGetErrorName(failed->code())};
    }

    nlohmann::json facts() override {
        int driver = 0;
        int runtime = 0;
        check(cudaDriverGetVersion(&driver));
        check(cudaRuntimeGetVersion(&runtime));
        return {{"name", properties_.name},
                {"devices", count_},
                {"multiprocessors", properties_.multiProcessorCount},
                {"capability", properties_.major * 10 + properties_.minor},
                {"memory_bytes", properties_.totalGlobalMem},
                {"l2_bytes", properties_.l2CacheSize},
                {"peak_gb_s", peak_gb_s()},
                {"driver", driver},
                {"runtime", runtime},
                {"pci_bus_id", pci_bus_id()}};
    }

    std::uint64_t free_bytes() override {
        std::size_t available = 0;
        std::size_t total = 0;
        check(cudaMemGetInfo(&available, &total));
        return available;
    }
    [[nodiscard]] bool has_kernels() const override { return true; }

    void* allocate(std::size_t bytes) override {
        void* memory = nullptr;
        check(cudaMalloc(&memory, std::max<std::size_t>(bytes, 1)));
        return memory;
    }
    void release(void* memory) override { check(cudaFree(memory)); }

    void* allocate_shared(std::size_t bytes) override {
        // A device takes small allocations from one block, and an IPC handle opens the whole block. In a
        // separate block, a shared allocation exposes no other memory.
        constexpr std::size_t block = 2 << 20;
        return allocate((std::max<std::size_t>(bytes, 1) + block - 1) / block * block);
    }
    Handle handle_of(void* memory) override {
        cudaIpcMemHandle_t theirs;
        check(cudaIpcGetMemHandle(&theirs, memory));
        Handle handle;
        static_assert(sizeof(theirs) == sizeof(handle));
        std::memcpy(handle.data(), &theirs, handle.size());
        return handle;
    }
    void* open(const Handle& handle) override {
        cudaIpcMemHandle_t theirs;
        std::memcpy(&theirs, handle.data(), handle.size());
        void* memory = nullptr;
        check(cudaIpcOpenMemHandle(&memory, theirs, cudaIpcMemLazyEnablePeerAccess));
        return memory;
    }
    void close(void* memory) override { check(cudaIpcCloseMemHandle(memory)); }

    void upload(void* to, const void* from, std::size_t bytes) override {
        check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
    }
    void download(void* to, const void* from, std::size_t bytes) override {
        check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
    }
    void copy(void* to, const void* from, std::size_t bytes) override {
        check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
    }

    void fill(void* to, std::size_t bytes, std::uint64_t pattern) override {
        // Upload a prefix, then copy it to the bytes after it, doubling the length each time: a kernel would
        // do as well on a GPU, but takes far longer on a simulated one.
        constexpr std::size_t max_upload_bytes = 1 << 16;
        std::vector<unsigned char> prefix(std::min(bytes, max_upload_bytes));
        for (std::size_t i = 0; i < prefix.size(); ++i)
            prefix[i] = static_cast<unsigned char>(pattern >> (i % sizeof(pattern) * 8));
        if (!prefix.empty()) upload(to, prefix.data(), prefix.size());
        auto* const start = static_cast<unsigned char*>(to);
        for (std::size_t done = prefix.size(); done < bytes;) {
            const std::size_t next = std::min(done, bytes - done);
            copy(start + done, start, next);
            done += next;
        }
    }

    void salt(void* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key) override {
        kernels::salt(static_cast<unsigned char*>(data), bytes, salt, key);
        check(cudaGetLastError());
    }

    void flush_caches() override {
        const std::size_t bytes =
            grader::protocol::flush_bytes(static_cast<std::size_t>(properties_.l2CacheSize));
        if (flushed_ == nullptr) flushed_ = allocate(bytes);
        // A solution may have reserved lines of L2 for persisting accesses, which an ordinary write does not
        // evict. Turing lacks this feature.
        if (properties_.persistingL2CacheMaxSize > 0) {
            check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
            check(cudaCtxResetPersistingL2Cache());
        }
        check(cudaMemset(flushed_, ++flushes_ & 0xff, bytes));
    }

    void wake() override {
        kernels::do_nothing();
        synchronize();
    }

    void wait_as_caller() override { check(cudaStreamSynchronize(cudaStreamLegacy)); }

    void synchronize() override {
        check(cudaDeviceSynchronize());
        const cudaError_t left = cudaGetLastError();
        if (left != cudaSuccess && left != cudaErrorMemoryAllocation)
            throw UncheckedError(text_of(left), cudaGetErrorName(left));
        check(left);
    }

    void gather(void* to, const void* from, std::size_t element_bytes,
                std::span<const std::uint64_t> indices) override {
        if (indices.empty()) return;
        void* gather_indices = gather_indices_.at_least(*this, indices.size_bytes());
        void* packed = packed_.at_least(*this, indices.size() * element_bytes);
        upload(gather_indices, indices.data(), indices.size_bytes());
        const auto count = static_cast<unsigned>(indices.size());
        kernels::gather(static_cast<unsigned char*>(packed), static_cast<const unsigned char*>(from),
                        static_cast<unsigned>(element_bytes),
                        static_cast<const std::uint64_t*>(gather_indices), count);
        check(cudaGetLastError());
        download(to, packed, indices.size() * element_bytes);
    }

    std::vector<std::uint8_t> snapshot(std::span<const StridedRegion> strided_regions) override {
        std::size_t bytes = 0;
        for (const StridedRegion& region : strided_regions) bytes += region.width * region.rows;
        // Copies to pinned memory use a copy engine directly, and in a stream of their own they wait for no
        // other work.
        if (snapshot_stream_ == nullptr)
            check(cudaStreamCreateWithFlags(&snapshot_stream_, cudaStreamNonBlocking));
        if (bytes > pinned_bytes_) {
            if (pinned_ != nullptr) check(cudaFreeHost(pinned_));
            pinned_ = nullptr;
            check(cudaMallocHost(reinterpret_cast<void**>(&pinned_), bytes));
            pinned_bytes_ = bytes;
        }
        std::uint8_t* to = pinned_;
        for (const StridedRegion& region : strided_regions) {
            check(cudaMemcpy2DAsync(to, region.width, region.start, region.pitch, region.width, region.rows,
                                    cudaMemcpyDeviceToHost, snapshot_stream_));
            to += region.width * region.rows;
        }
        check(cudaStreamSynchronize(snapshot_stream_));
        return {pinned_, pinned_ + bytes};
    }

    double clock_ms() override {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration<double, std::milli>(now).count();
    }

    nlohmann::json ceilings() override {
        return {{"copy_gb_s", copy_gb_s()},
                {"fp32_gflop_s", fp32_gflop_s()},
                {"roots_giga_s", roots_giga_s()}};
    }

private:
    /// Memory that is allocated once and then kept, so that a look at the outputs needs no memory, which may
    /// be exhausted by then.
    struct ReusableBuffer {
        void* memory = nullptr;
        std::size_t bytes = 0;

        void* at_least(CudaDevice& device, std::size_t wanted) {
            if (wanted <= bytes) return memory;
            if (memory != nullptr) device.release(memory);
            memory = nullptr;
            bytes = 0;
            memory = device.allocate(wanted);
            bytes = wanted;
            return memory;
        }
    };

    /// Formats the PCI bus ID as the driver's own tools do.
    std::string pci_bus_id() const {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%08x:%02x:%02x.0", properties_.pciDomainID,
                      properties_.pciBusID, properties_.pciDeviceID);
        return text.data();
    }

    /// Returns the peak bandwidth of the memory interface, an upper bound at any clock rate.
    double peak_gb_s() const {
        int khz = 0;
        int bits = 0;
        if (cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0) != cudaSuccess) return 0;
        if (cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0) != cudaSuccess) return 0;
        return 2.0 * khz * 1e3 * (bits / 8.0) / 1e9;
    }

    /// Returns the best time of a few launches in milliseconds, by the device's events.
    template <typename Work> double best_ms(Work work) const {
        cudaEvent_t start = nullptr;
        cudaEvent_t stop = nullptr;
        check(cudaEventCreate(&start));
        check(cudaEventCreate(&stop));
        float best = 0;
        for (int repeat = 0; repeat < 6; ++repeat) {
            check(cudaEventRecord(start));
            work();
            check(cudaEventRecord(stop));
            check(cudaEventSynchronize(stop));
            float ms = 0;
            check(cudaEventElapsedTime(&ms, start, stop));
            if (repeat == 1 || (repeat > 1 && ms < best)) best = ms; // the first launch loads the code
        }
        check(cudaEventDestroy(stop));
        check(cudaEventDestroy(start));
        return best;
    }

    double copy_gb_s() {
        const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, free_bytes() / 4 / 256 * 256);
        void* from = allocate(bytes);
        void* to = allocate(bytes);
        fill(from, bytes, 0x0123456789abcdefULL);
        const double ms = best_ms([&] { copy(to, from, bytes); });
        release(to);
        release(from);
        return 2.0 * static_cast<double>(bytes) / (ms * 1e6);
    }

    /// Returns the rate, in 10^9 steps per second, of a kernel with eight steps per thread and round.
    /// @p launch starts the kernel on the given numbers of blocks and threads.
    template <typename Launch> double giga_steps_per_second(int rounds, Launch launch) {
        constexpr int threads = 256;
        const int blocks = properties_.multiProcessorCount * 8;
        void* sink = allocate(sizeof(float));
        const double ms = best_ms([&] {
            launch(blocks, threads, static_cast<float*>(sink));
            check(cudaGetLastError());
        });
        release(sink);
        return 8.0 * rounds * threads * blocks / (ms * 1e6);
    }

    double fp32_gflop_s() {
        constexpr int rounds = 4096;
        return 2 * giga_steps_per_second(rounds, [](int blocks, int threads, float* sink) {
                   kernels::multiply_add_forever(blocks, threads, sink, rounds);
               });
    }

    double roots_giga_s() {
        constexpr int rounds = 1024;
        return giga_steps_per_second(rounds, [](int blocks, int threads, float* sink) {
            kernels::roots_forever(blocks, threads, sink, rounds);
        });
    }

    int count_ = 0;
    cudaDeviceProp properties_{};
    void* flushed_ = nullptr;
    ReusableBuffer gather_indices_; ///< indices of a gather on the device
    ReusableBuffer packed_;         ///< gathered elements
    int flushes_ = 0;
    cudaStream_t snapshot_stream_ = nullptr; ///< stream of the snapshots
    std::uint8_t* pinned_ = nullptr;         ///< pinned host memory that receives the snapshots
    std::size_t pinned_bytes_ = 0;
};

} // namespace

std::unique_ptr<Device> make_cuda_device() { return std::make_unique<CudaDevice>(); }

} // namespace runner

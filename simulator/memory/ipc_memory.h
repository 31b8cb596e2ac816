#pragma once

/// @file
/// CUDA IPC: memory and events that one program has exported to others.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace simulator {

/// Handle of exported memory, as passed to other programs.
struct IpcRange {
    std::uint64_t offset; ///< byte offset in the shared file
    std::uint64_t bytes;  ///< size, a multiple of the page size
};

/// Progress of an event's records.
struct IpcEvent {
    std::atomic<std::uint64_t> recorded; ///< number of records requested
    std::atomic<std::uint64_t> done;     ///< number of the last record completed
    std::atomic<std::uint32_t> doorbell; ///< incremented when a record completes, as a futex
};

/// A file of memory that all devices of one `simulate` map. Each device owns a part of it, which begins with
/// a table of its exports.
class IpcMemory {
public:
    /// Opens the file; with @p file -1, nothing can be exported. @p device: number of the device.
    IpcMemory(int file, std::uint32_t device);
    IpcMemory(const IpcMemory&) = delete;
    IpcMemory& operator=(const IpcMemory&) = delete;
    ~IpcMemory();

    /// Exports pages, in place and with their contents. Returns nullopt if space is exhausted.
    std::optional<IpcRange> export_pages(std::byte* pages, std::uint64_t bytes);
    /// Ends the export, because the pages are freed.
    void unexport_pages(const IpcRange& piece);
    /// Maps pages that another device exports; null if it does not, or no longer.
    std::byte* open(const IpcRange& piece);
    /// Unmaps pages from open().
    static void close(std::byte* pages, const IpcRange& piece);

    /// Creates an event that others may use, and returns its global number; nullopt if space is exhausted.
    std::optional<std::uint32_t> new_event();
    /// Returns the event with a global number; null if there is none.
    IpcEvent* event(std::uint32_t number);

    /// Returns whether exported memory belongs to this device.
    [[nodiscard]] bool is_own(const IpcRange& piece) const;
    /// Returns whether an event belongs to this device.
    [[nodiscard]] bool is_own_event(std::uint32_t number) const;
    /// Returns whether anything was exported or opened: others may then write memory that this device reads.
    [[nodiscard]] bool is_shared() const { return is_shared_; }

private:
    struct Table;
    Table* table_of(std::uint32_t device);

    const int file_;
    const std::uint32_t device_;
    std::mutex mutex_;
    std::uint64_t next_;
    std::map<std::uint32_t, Table*> tables_; ///< key: device; only those accessed so far
    std::atomic<bool> is_shared_ = false;
};

/// Size of the shared file in bytes.
std::uint64_t ipc_file_bytes();

} // namespace simulator

#pragma once

/// @file
/// What the devices of several programs have in common: memory and events that one program has shown to others.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace simulator {

/// A piece of memory that others may use, as they are told of it.
struct IpcRange {
    std::uint64_t offset; ///< in the file that all have
    std::uint64_t bytes;  ///< of whole pages
};

/// How far the records of an event have come.
struct IpcEvent {
    std::atomic<std::uint64_t> recorded; ///< records that were asked for
    std::atomic<std::uint64_t> done;     ///< the last of them that was done
    std::atomic<std::uint32_t> doorbell; ///< counts up when one is done
};

/// A file of memory that all devices of one `simulate` map. Each has a part of its own in it, which begins with a table
/// of what it shows to the others.
class IpcMemory {
public:
    /// @p file may be none (-1): then nothing can be shown. @p part: the number of the device.
    IpcMemory(int file, std::uint32_t device);
    IpcMemory(const IpcMemory&) = delete;
    IpcMemory& operator=(const IpcMemory&) = delete;
    ~IpcMemory();

    /// Shows pages, which stay where they are with what is in them. Nothing where there is no room.
    std::optional<IpcRange> export_pages(std::byte* pages, std::uint64_t bytes);
    /// The pages are gone.
    void unexport_pages(const IpcRange& piece);
    /// Maps what another device shows; null when it does not, or no longer.
    std::byte* open(const IpcRange& piece);
    /// The end of that.
    static void close(std::byte* pages, const IpcRange& piece);

    /// An event that others may use, with its number among all; nothing where there is no room.
    std::optional<std::uint32_t> new_event();
    /// The event with a number; null when there is none.
    IpcEvent* event(std::uint32_t number);

    /// Whether a piece of memory is one of this device.
    [[nodiscard]] bool is_own(const IpcRange& piece) const;
    /// Whether the event with a number is one of this device.
    [[nodiscard]] bool is_own_event(std::uint32_t number) const;
    /// Whether something was shown or opened: others may write where this device reads.
    [[nodiscard]] bool is_shared() const { return is_shared_; }

private:
    struct Table;
    Table* table_of(std::uint32_t device);

    const int file_;
    const std::uint32_t device_;
    std::mutex mutex_;
    std::uint64_t next_;
    std::map<std::uint32_t, Table*> tables_; ///< by part, as far as they were looked at
    std::atomic<bool> is_shared_ = false;
};

/// How long such a file is.
std::uint64_t ipc_file_bytes();

} // namespace simulator

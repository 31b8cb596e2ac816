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
struct CommonPiece {
    std::uint64_t place; ///< in the file that all have
    std::uint64_t bytes; ///< of whole pages
};

/// How far the records of an event have come.
struct CommonEvent {
    std::atomic<std::uint64_t> recorded; ///< records that were asked for
    std::atomic<std::uint64_t> done;     ///< the last of them that was done
    std::atomic<std::uint32_t> bell;     ///< counts up when one is done
};

/// A file of memory that all devices of one `simulate` map. Each has a part of its own in it, which begins with a table
/// of what it shows to the others.
class CommonMemory {
public:
    /// @p file may be none (-1): then nothing can be shown. @p part: the number of the device.
    CommonMemory(int file, std::uint32_t part);
    CommonMemory(const CommonMemory&) = delete;
    CommonMemory& operator=(const CommonMemory&) = delete;
    ~CommonMemory();

    /// Shows pages, which stay where they are with what is in them. Nothing where there is no room.
    std::optional<CommonPiece> show(std::byte* pages, std::uint64_t bytes);
    /// The pages are gone.
    void withdraw(const CommonPiece& piece);
    /// Maps what another device shows; null when it does not, or no longer.
    std::byte* open(const CommonPiece& piece);
    /// The end of that.
    static void close(std::byte* pages, const CommonPiece& piece);

    /// An event that others may use, with its number among all; nothing where there is no room.
    std::optional<std::uint32_t> new_event();
    /// The event with a number; null when there is none.
    CommonEvent* event(std::uint32_t number);

    /// Whether a piece of memory is one of this device.
    [[nodiscard]] bool is_own(const CommonPiece& piece) const;
    /// Whether the event with a number is one of this device.
    [[nodiscard]] bool is_own_event(std::uint32_t number) const;
    /// Whether something was shown or opened: others may write where this device reads.
    [[nodiscard]] bool has_company() const { return company_; }

private:
    struct Table;
    Table* table_of(std::uint32_t part);

    const int file_;
    const std::uint32_t part_;
    std::mutex mutex_;
    std::uint64_t next_;
    std::map<std::uint32_t, Table*> tables_; ///< by part, as far as they were looked at
    std::atomic<bool> company_ = false;
};

/// How long such a file is.
std::uint64_t common_file_bytes();

} // namespace simulator

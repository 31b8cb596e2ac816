#include "memory/ipc_memory.h"

#include <sys/mman.h>

#include <array>
#include <cstring>

#include "memory/pages.h"

namespace simulator {

namespace {

constexpr std::uint64_t bytes_per_device = std::uint64_t{1} << 40;
constexpr std::uint32_t entries_per_device = 1024;
constexpr std::uint32_t max_devices = 4096;

} // namespace

std::uint64_t ipc_file_bytes() { return max_devices * bytes_per_device; }

/// Beginning of a device's part of the file. Only its owner writes to it, except for the events; other
/// devices read it.
struct IpcMemory::Table {
    struct ExportedRange {
        std::atomic<std::uint64_t> offset;
        std::atomic<std::uint64_t> bytes; ///< 0: unused entry
    };
    std::array<ExportedRange, entries_per_device> pieces;
    std::array<IpcEvent, entries_per_device> events;
    std::atomic<std::uint32_t> event_count;
};

IpcMemory::IpcMemory(int file, std::uint32_t device)
    : file_(file), device_(device), next_(device * bytes_per_device + round_up(sizeof(Table), page_bytes)) {}

IpcMemory::~IpcMemory() {
    for (const auto& [device, table] : tables_) {
        munmap(table, sizeof(Table));
    }
}

/// Maps the table of a device. Returns null if there is none. The caller holds the lock.
IpcMemory::Table* IpcMemory::table_of(std::uint32_t device) {
    if (file_ < 0 || device >= max_devices) {
        return nullptr;
    }
    const auto [known, added] = tables_.try_emplace(device, nullptr);
    if (added) {
        void* const memory = mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                                  static_cast<off_t>(device * bytes_per_device));
        if (memory == MAP_FAILED) {
            tables_.erase(known);
            return nullptr;
        }
        known->second = static_cast<Table*>(memory);
    }
    return known->second;
}

bool IpcMemory::is_own(const IpcRange& piece) const { return piece.offset / bytes_per_device == device_; }

bool IpcMemory::is_own_event(std::uint32_t number) const { return number / entries_per_device == device_; }

std::optional<IpcRange> IpcMemory::export_pages(std::byte* pages, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(device_);
    if (table == nullptr || next_ + bytes > (device_ + 1) * bytes_per_device) {
        return std::nullopt;
    }
    for (auto& exported : table->pieces) {
        if (exported.bytes != 0) {
            continue;
        }
        const auto offset = static_cast<off_t>(next_);
        void* const fresh = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
        if (fresh == MAP_FAILED) {
            return std::nullopt;
        }
        std::memcpy(fresh, pages, bytes);
        mremap(fresh, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pages);
        exported.offset = next_;
        exported.bytes = bytes;
        next_ += bytes;
        is_shared_ = true;
        return IpcRange{static_cast<std::uint64_t>(offset), bytes};
    }
    return std::nullopt;
}

void IpcMemory::unexport_pages(const IpcRange& piece) {
    const std::lock_guard lock(mutex_);
    for (auto& exported : table_of(device_)->pieces) {
        if (exported.offset == piece.offset) {
            exported.bytes = 0;
        }
    }
}

std::byte* IpcMemory::open(const IpcRange& piece) {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(static_cast<std::uint32_t>(piece.offset / bytes_per_device));
    if (table == nullptr || piece.bytes == 0) {
        return nullptr;
    }
    for (const auto& exported : table->pieces) {
        if (exported.offset == piece.offset && exported.bytes == piece.bytes) {
            void* const memory = mmap(nullptr, piece.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                                      static_cast<off_t>(piece.offset));
            is_shared_ = true;
            return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
        }
    }
    return nullptr;
}

void IpcMemory::close(std::byte* pages, const IpcRange& piece) { munmap(pages, piece.bytes); }

std::optional<std::uint32_t> IpcMemory::new_event() {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(device_);
    if (table == nullptr || table->event_count == entries_per_device) {
        return std::nullopt;
    }
    return device_ * entries_per_device + table->event_count++;
}

IpcEvent* IpcMemory::event(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(number / entries_per_device);
    const bool known = table != nullptr && number % entries_per_device < table->event_count;
    return known ? &table->events.at(number % entries_per_device) : nullptr;
}

} // namespace simulator

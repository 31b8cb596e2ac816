#include "memory/common_memory.h"

#include <sys/mman.h>

#include <array>
#include <cstring>

#include "memory/pages.h"

namespace simulator {

namespace {

constexpr std::uint64_t part_bytes = std::uint64_t{1} << 40;
constexpr std::uint32_t entries = 1024;
constexpr std::uint32_t most_parts = 4096;

} // namespace

std::uint64_t common_file_bytes() { return most_parts * part_bytes; }

/// What a part begins with. Others look at it; only its owner writes, but for the events.
struct CommonMemory::Table {
    struct Shown {
        std::atomic<std::uint64_t> place;
        std::atomic<std::uint64_t> bytes; ///< 0: nothing is shown
    };
    std::array<Shown, entries> pieces;
    std::array<CommonEvent, entries> events;
    std::atomic<std::uint32_t> event_count;
};

CommonMemory::CommonMemory(int file, std::uint32_t part)
    : file_(file), part_(part), next_(part * part_bytes + round_up(sizeof(Table), page)) {}

CommonMemory::~CommonMemory() {
    for (const auto& [part, table] : tables_) {
        munmap(table, sizeof(Table));
    }
}

/// Null where there is none. The caller holds the lock.
CommonMemory::Table* CommonMemory::table_of(std::uint32_t part) {
    if (file_ < 0 || part >= most_parts) {
        return nullptr;
    }
    const auto [known, added] = tables_.try_emplace(part, nullptr);
    if (added) {
        void* const memory = mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                                  static_cast<off_t>(part * part_bytes));
        if (memory == MAP_FAILED) {
            tables_.erase(known);
            return nullptr;
        }
        known->second = static_cast<Table*>(memory);
    }
    return known->second;
}

bool CommonMemory::is_own(const CommonPiece& piece) const { return piece.place / part_bytes == part_; }

bool CommonMemory::is_own_event(std::uint32_t number) const { return number / entries == part_; }

std::optional<CommonPiece> CommonMemory::show(std::byte* pages, std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(part_);
    if (table == nullptr || next_ + bytes > (part_ + 1) * part_bytes) {
        return std::nullopt;
    }
    for (auto& shown : table->pieces) {
        if (shown.bytes != 0) {
            continue;
        }
        const auto place = static_cast<off_t>(next_);
        void* const fresh = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, place);
        if (fresh == MAP_FAILED) {
            return std::nullopt;
        }
        std::memcpy(fresh, pages, bytes);
        mremap(fresh, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pages);
        shown.place = next_;
        shown.bytes = bytes;
        next_ += bytes;
        company_ = true;
        return CommonPiece{static_cast<std::uint64_t>(place), bytes};
    }
    return std::nullopt;
}

void CommonMemory::withdraw(const CommonPiece& piece) {
    const std::lock_guard lock(mutex_);
    for (auto& shown : table_of(part_)->pieces) {
        if (shown.place == piece.place) {
            shown.bytes = 0;
        }
    }
}

std::byte* CommonMemory::open(const CommonPiece& piece) {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(static_cast<std::uint32_t>(piece.place / part_bytes));
    if (table == nullptr || piece.bytes == 0) {
        return nullptr;
    }
    for (const auto& shown : table->pieces) {
        if (shown.place == piece.place && shown.bytes == piece.bytes) {
            void* const memory = mmap(nullptr, piece.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                                      static_cast<off_t>(piece.place));
            company_ = true;
            return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
        }
    }
    return nullptr;
}

void CommonMemory::close(std::byte* pages, const CommonPiece& piece) { munmap(pages, piece.bytes); }

std::optional<std::uint32_t> CommonMemory::new_event() {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(part_);
    if (table == nullptr || table->event_count == entries) {
        return std::nullopt;
    }
    return part_ * entries + table->event_count++;
}

CommonEvent* CommonMemory::event(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    Table* const table = table_of(number / entries);
    const bool known = table != nullptr && number % entries < table->event_count;
    return known ? &table->events.at(number % entries) : nullptr;
}

} // namespace simulator

#include "memory/shared_range.h"

#include <sys/mman.h>

namespace simulator {

namespace {

constexpr std::uint64_t range_bytes = heap_range_end - pinned_range_begin;

void* pointer_to(Address address) { return reinterpret_cast<void*>(address); }

} // namespace

std::uint64_t shared_file_bytes() { return range_bytes; }

bool reserve_shared_range(int file) {
    const int kind = file == SharedRange::no_file ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void* const wanted = pointer_to(pinned_range_begin);
    void* const memory =
        mmap(wanted, range_bytes, PROT_NONE, kind | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0);
    if (memory != wanted && memory != MAP_FAILED) {
        munmap(memory, range_bytes); // a kernel that does not know MAP_FIXED_NOREPLACE
    }
    return memory == wanted;
}

// If address space is limited, the range cannot be reserved. Then it stays unmapped, because other mappings
// in it are unlikely.
SharedRange::SharedRange(int file) : file_(file), mapped_(reserve_shared_range(file)) {}

SharedRange::~SharedRange() {
    if (mapped_) {
        munmap(pointer_to(pinned_range_begin), range_bytes);
    }
}

std::byte* SharedRange::open(Address begin, std::uint64_t bytes) {
    void* const pages = pointer_to(begin);
    if (mapped_) {
        return mprotect(pages, bytes, PROT_READ | PROT_WRITE) == 0 ? static_cast<std::byte*>(pages) : nullptr;
    }
    if (file_ != no_file) {
        return nullptr; // the program could not map it at the same address
    }
    void* const memory = mmap(pages, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return memory == pages ? static_cast<std::byte*>(memory) : nullptr;
}

void SharedRange::close(Address begin, std::uint64_t bytes) {
    void* const pages = pointer_to(begin);
    if (!mapped_) {
        munmap(pages, bytes);
        return;
    }
    // In a file, the pages are released for both sides; private memory, for this process.
    madvise(pages, bytes, file_ == no_file ? MADV_DONTNEED : MADV_REMOVE);
    mprotect(pages, bytes, PROT_NONE);
}

} // namespace simulator

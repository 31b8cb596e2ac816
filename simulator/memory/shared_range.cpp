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
        munmap(memory, range_bytes); // a system that does not know the last flag
    }
    return memory == wanted;
}

// Where address space is limited the range cannot be reserved, and is left to the unlikelihood that anybody maps it.
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
        return nullptr; // the program could not have it at the same place
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
    // Of a file the pages are gone for both sides, of other memory for this one.
    madvise(pages, bytes, file_ == no_file ? MADV_DONTNEED : MADV_REMOVE);
    mprotect(pages, bytes, PROT_NONE);
}

} // namespace simulator

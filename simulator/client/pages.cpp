#include "client/pages.h"

#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <set>

namespace simulator::client {

namespace {

struct MovingRange {
    std::atomic<std::uint64_t> begin = 0;
    std::atomic<std::uint64_t> end = 0;
};
MovingRange moving; ///< pages that are being shared or made private
std::mutex moving_mutex;
std::set<std::uint64_t> shared_pages; ///< addresses of the program's shared pages
constexpr std::uint64_t page_bytes = 4096;

void* pointer_to(std::uint64_t address) { return reinterpret_cast<void*>(address); }

/// Makes pages read-only while they are moved. Other threads that write to them wait in the signal handler.
class WriteProtection {
public:
    WriteProtection(std::uint64_t begin, std::uint64_t bytes) : begin_(begin), bytes_(bytes) {
        moving.begin = begin;
        moving.end = begin + bytes;
        is_protected_ = mprotect(pointer_to(begin), bytes, PROT_READ) == 0;
    }
    WriteProtection(const WriteProtection&) = delete;
    WriteProtection& operator=(const WriteProtection&) = delete;
    ~WriteProtection() {
        if (is_protected_) {
            mprotect(pointer_to(begin_), bytes_, PROT_READ | PROT_WRITE);
        }
        moving.end = 0;
    }
    [[nodiscard]] bool is_protected() const { return is_protected_; }

private:
    std::uint64_t begin_, bytes_;
    bool is_protected_;
};

/// Returns private memory with a copy of the bytes at @p from.
void* copy_of(const void* from, std::uint64_t bytes) {
    void* const copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy != MAP_FAILED) {
        std::memcpy(copy, from, bytes);
    }
    return copy;
}

/// Moves pages, with their contents, to the address @p place.
bool remap_to(void* pages, std::uint64_t bytes, std::uint64_t place) {
    return mremap(pages, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer_to(place)) != MAP_FAILED;
}

void make_private(std::uint64_t address, std::uint64_t bytes) {
    void* const copy = copy_of(pointer_to(address), bytes);
    if (copy == MAP_FAILED || !remap_to(copy, bytes, address)) {
        throw std::bad_alloc();
    }
}

void lock_pages_before_fork() {
    moving_mutex.lock();
    // The device may have made some inaccessible, and a child must be able to read them.
    for (const std::uint64_t address : shared_pages) {
        mprotect(pointer_to(address), page_bytes, PROT_READ | PROT_WRITE);
    }
}
void unlock_pages_after_fork() { moving_mutex.unlock(); }
/// A forked child must not write into its parent's memory.
void make_all_private() {
    for (const std::uint64_t address : shared_pages) {
        make_private(address, page_bytes);
    }
    shared_pages.clear();
    moving_mutex.unlock();
}

} // namespace

void protect_pages(std::uint64_t address, std::uint64_t bytes, int protection) {
    mprotect(pointer_to(address), bytes, protection);
}

bool share_pages(std::uint64_t address, std::uint64_t shared, std::uint64_t bytes) {
    static const bool forks_are_watched =
        pthread_atfork(lock_pages_before_fork, unlock_pages_after_fork, make_all_private) == 0;
    const std::lock_guard lock(moving_mutex);
    if (!forks_are_watched || mprotect(pointer_to(shared), bytes, PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    // A page of this thread's stack cannot be moved: the thread writes to it all the time.
    const auto stack = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    if (stack >= address - page_bytes && stack < address + bytes + page_bytes) {
        return false;
    }
    const WriteProtection protection(address, bytes);
    if (!protection.is_protected()) {
        return false;
    }
    std::memcpy(pointer_to(shared), pointer_to(address), bytes);
    // With an old size of 0, mremap() maps the same pages a second time.
    if (mremap(pointer_to(shared), 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer_to(address)) ==
        MAP_FAILED) {
        return false;
    }
    // A child inherits these pages, unlike the common range, and makes them private.
    madvise(pointer_to(address), bytes, MADV_DOFORK);
    for (std::uint64_t done = 0; done < bytes; done += page_bytes) {
        shared_pages.insert(address + done);
    }
    return true;
}

void unshare_pages(std::uint64_t address, std::uint64_t bytes) {
    const std::lock_guard lock(moving_mutex);
    const WriteProtection protection(address, bytes);
    make_private(address, bytes);
    shared_pages.erase(shared_pages.lower_bound(address), shared_pages.lower_bound(address + bytes));
}

bool wait_while_sharing(std::uint64_t address) {
    if (address < moving.begin || address >= moving.end) {
        return false;
    }
    while (address < moving.end) {
        __builtin_ia32_pause();
    }
    return true;
}

} // namespace simulator::client

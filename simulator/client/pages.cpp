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

struct Moving {
    std::atomic<std::uint64_t> begin = 0;
    std::atomic<std::uint64_t> end = 0;
};
Moving moving; ///< pages that are just being shared, or made the program's own
std::mutex one_at_a_time;
std::set<std::uint64_t> shared_pages; ///< of the program's
constexpr std::uint64_t page = 4096;

void* pointer_to(std::uint64_t address) { return reinterpret_cast<void*>(address); }

/// Other threads that write there wait meanwhile.
class Hold {
public:
    Hold(std::uint64_t begin, std::uint64_t bytes) : begin_(begin), bytes_(bytes) {
        moving.begin = begin;
        moving.end = begin + bytes;
        held_ = mprotect(pointer_to(begin), bytes, PROT_READ) == 0;
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() {
        if (held_) {
            mprotect(pointer_to(begin_), bytes_, PROT_READ | PROT_WRITE);
        }
        moving.end = 0;
    }
    [[nodiscard]] bool held() const { return held_; }

private:
    std::uint64_t begin_, bytes_;
    bool held_;
};

/// Memory of the process's own, with a copy of what is at @p from.
void* copy_of(const void* from, std::uint64_t bytes) {
    void* const copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy != MAP_FAILED) {
        std::memcpy(copy, from, bytes);
    }
    return copy;
}

/// Takes the place of pages by others, with what is in them.
bool move_to(void* pages, std::uint64_t bytes, std::uint64_t place) {
    return mremap(pages, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer_to(place)) != MAP_FAILED;
}

void make_own(std::uint64_t address, std::uint64_t bytes) {
    void* const copy = copy_of(pointer_to(address), bytes);
    if (copy == MAP_FAILED || !move_to(copy, bytes, address)) {
        throw std::bad_alloc();
    }
}

void hold_pages() {
    one_at_a_time.lock();
    // The device may have closed some; a child has to read them.
    for (const std::uint64_t address : shared_pages) {
        mprotect(pointer_to(address), page, PROT_READ | PROT_WRITE);
    }
}
void release_pages() { one_at_a_time.unlock(); }
/// A child that was forked off must not write into its parent's memory.
void make_all_own() {
    for (const std::uint64_t address : shared_pages) {
        make_own(address, page);
    }
    shared_pages.clear();
    one_at_a_time.unlock();
}

} // namespace

void protect_pages(std::uint64_t address, std::uint64_t bytes, int protection) {
    mprotect(pointer_to(address), bytes, protection);
}

bool share_pages(std::uint64_t address, std::uint64_t shared, std::uint64_t bytes) {
    static const bool forks_are_watched = pthread_atfork(hold_pages, release_pages, make_all_own) == 0;
    const std::lock_guard lock(one_at_a_time);
    if (!forks_are_watched || mprotect(pointer_to(shared), bytes, PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    // This thread writes to its own stack all the time.
    const auto stack = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    if (stack >= address - page && stack < address + bytes + page) {
        return false;
    }
    const Hold hold(address, bytes);
    if (!hold.held()) {
        return false;
    }
    std::memcpy(pointer_to(shared), pointer_to(address), bytes);
    // With no old size, a second mapping of the same pages.
    if (mremap(pointer_to(shared), 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer_to(address)) ==
        MAP_FAILED) {
        return false;
    }
    // A child gets them, unlike the common range, and makes them its own.
    madvise(pointer_to(address), bytes, MADV_DOFORK);
    for (std::uint64_t done = 0; done < bytes; done += page) {
        shared_pages.insert(address + done);
    }
    return true;
}

void unshare_pages(std::uint64_t address, std::uint64_t bytes) {
    const std::lock_guard lock(one_at_a_time);
    const Hold hold(address, bytes);
    make_own(address, bytes);
    shared_pages.erase(shared_pages.lower_bound(address), shared_pages.lower_bound(address + bytes));
}

bool waits_for_sharing(std::uint64_t address) {
    if (address < moving.begin || address >= moving.end) {
        return false;
    }
    while (address < moving.end) {
        __builtin_ia32_pause();
    }
    return true;
}

} // namespace simulator::client

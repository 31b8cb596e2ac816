#include "grading/channel/doorbell.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace grader {
namespace {

constexpr std::size_t page_bytes = 4096;

[[noreturn]] void fail(const char* what) {
    throw std::runtime_error(std::string("no shared memory for a doorbell: ") + what + ": " +
                             std::strerror(errno));
}

} // namespace

Descriptor Doorbell::make() {
    static_assert(static_cast<std::uint32_t>(DoorbellState::idle) == 0); // fresh memory is zero
    Descriptor memory(::memfd_create("doorbell", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (memory.get() < 0) fail("memfd_create");
    if (::ftruncate(memory.get(), page_bytes) != 0) fail("ftruncate");
    // Seals stop any process that shares the memory from truncating it under the others.
    if (::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) fail("fcntl");
    return memory;
}

Doorbell::Doorbell(int descriptor) {
    static_assert(std::atomic<std::uint32_t>::is_always_lock_free); // otherwise it would not work across
                                                                    // processes
    void* const page = ::mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (page == MAP_FAILED) fail("mmap");
    word_ = static_cast<std::atomic<std::uint32_t>*>(page);
}

Doorbell::~Doorbell() { ::munmap(static_cast<void*>(word_), page_bytes); }

bool Doorbell::wait_for(DoorbellState state) const {
    using Clock = std::chrono::steady_clock;
    constexpr auto busy_wait_time = std::chrono::milliseconds(20);
    constexpr auto sleep_interval = std::chrono::microseconds(20);
    const Clock::time_point start = Clock::now();
    while (true) {
        if (is_in_state(state)) return true;
        if (is_in_state(DoorbellState::given_up)) return false;
        if (Clock::now() - start > busy_wait_time) std::this_thread::sleep_for(sleep_interval);
    }
}

} // namespace grader

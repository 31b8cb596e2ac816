// A function of glibc 2.36 that the static C++ library of GCC 12 and newer calls where the system it was built on has
// it. It stands here by means of an older one.

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

// Under a name of our own here, so that glibc's declaration, where it has one, is not in the way; hidden, so that it
// stands in for nobody else's.
extern "C" __attribute__((visibility("hidden"))) std::uint32_t random_word() noexcept __asm__("arc4random");

std::uint32_t random_word() noexcept {
    std::uint32_t word = 0;
    // So few bytes come whole or not at all, and not at all only where the kernel has no random numbers to give.
    if (::getrandom(&word, sizeof word, 0) != sizeof word) std::abort();
    return word;
}

// Replaces arc4random() of glibc 2.36. The static C++ library of GCC 12 and newer calls it if the system on
// which GCC was built has it. This implementation needs only getrandom(), which is older.

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

// The C++ name differs, so that a declaration in glibc's headers does not conflict; the symbol is hidden, so
// that it replaces the function for no other library.
extern "C" __attribute__((visibility("hidden"))) std::uint32_t random_word() noexcept __asm__("arc4random");

std::uint32_t random_word() noexcept {
    std::uint32_t word = 0;
    // A request this small is served completely or not at all, and it fails only if the kernel has no random
    // numbers.
    if (::getrandom(&word, sizeof word, 0) != sizeof word) std::abort();
    return word;
}

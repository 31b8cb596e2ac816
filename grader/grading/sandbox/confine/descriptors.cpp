#include "grading/sandbox/confine/descriptors.h"

#include <algorithm>
#include <unistd.h>

#include "grading/sandbox/confine/syscall_check.h"

namespace confine {

void close_all_but(const std::set<int>& kept) {
    int from = STDERR_FILENO + 1;
    for (const int descriptor : kept) {
        if (descriptor > from)
            check_syscall(::close_range(static_cast<unsigned>(from), static_cast<unsigned>(descriptor - 1),
                                        0),
                          "close_range");
        from = std::max(from, descriptor + 1);
    }
    check_syscall(::close_range(static_cast<unsigned>(from), ~0U, 0), "close_range");
}

} // namespace confine

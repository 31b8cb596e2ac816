#include "descriptor.h"

#include <cerrno>
#include <fcntl.h>

namespace grader {

Descriptor open_file(const std::filesystem::path& file, int flags) {
    return Descriptor(::open(file.c_str(), flags | O_CLOEXEC, 0666));
}

bool write_all(const Descriptor& to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(to.get(), text.data(), text.size());
        if (put < 0 && errno != EINTR) return false;
        if (put > 0) text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

} // namespace grader

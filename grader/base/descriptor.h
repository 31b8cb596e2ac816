#pragma once

/// @file
/// A file descriptor with an owner.

#include <filesystem>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace grader {

/// Closes its descriptor in the end. Move-only, because two owners would close it twice.
class Descriptor {
public:
    /// Owns nothing.
    Descriptor() = default;
    /// Takes over @p descriptor; below 0, it owns nothing.
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    /// Leaves @p other without a descriptor.
    Descriptor(Descriptor&& other) noexcept : descriptor_(other.release()) {}
    /// Closes its own first, and leaves @p other without a descriptor.
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            descriptor_ = other.release();
        }
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    /// The descriptor; below 0 where it owns none.
    [[nodiscard]] int get() const { return descriptor_; }
    /// Hands the descriptor to the caller, who closes it.
    [[nodiscard]] int release() { return std::exchange(descriptor_, -1); }
    /// Closes it now.
    void close() {
        if (descriptor_ >= 0) ::close(release());
    }

private:
    int descriptor_ = -1;
};

/// Opens @p file with @p flags of open(2); programs that are started do not get it. Below 0, and the reason in errno, where
/// that fails.
Descriptor open_file(const std::filesystem::path& file, int flags);

/// Writes all of @p text, however many pieces it takes. False, and the reason in errno, where that fails.
bool write_all(const Descriptor& to, std::string_view text);

} // namespace grader

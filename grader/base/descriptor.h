#pragma once

/// @file
/// A file descriptor with ownership (RAII).

#include <filesystem>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace grader {

/// Closes its descriptor in the destructor. Move-only, because two owners would close it twice.
class Descriptor {
public:
    /// Owns nothing.
    Descriptor() = default;
    /// Takes ownership of @p descriptor; owns nothing if it is negative.
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    /// Takes the descriptor of @p other.
    Descriptor(Descriptor&& other) noexcept : descriptor_(other.release()) {}
    /// Closes its own descriptor, then takes that of @p other.
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

    /// Returns the descriptor; negative if it owns none.
    [[nodiscard]] int get() const { return descriptor_; }
    /// Transfers ownership of the descriptor to the caller, who must close it.
    [[nodiscard]] int release() { return std::exchange(descriptor_, -1); }
    /// Closes the descriptor now.
    void close() {
        if (descriptor_ >= 0) ::close(release());
    }

private:
    int descriptor_ = -1;
};

/// Opens @p file with the @p flags of open(2) and O_CLOEXEC. Returns a negative descriptor on failure, with
/// the reason in errno.
Descriptor open_file(const std::filesystem::path& file, int flags);

/// Writes all of @p text, in several writes if necessary. Returns false on failure, with the reason in errno.
bool write_all(const Descriptor& to, std::string_view text);

} // namespace grader

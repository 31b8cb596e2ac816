#pragma once

/// @file
/// Definedness of a range of memory: one bit per byte that has been written.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace simulator::checks {

/// Allocates bits only for chunks that are partly written.
class WrittenBits {
public:
    /// Constructs the bits of @p bytes bytes, none of which is written.
    explicit WrittenBits(std::uint64_t bytes) : chunks_((bytes + chunk_bytes - 1) / chunk_bytes) {}

    /// Marks bytes as written.
    void set(std::uint64_t begin, std::uint64_t bytes) { mark(begin, bytes, true); }
    /// Marks bytes as not written.
    void clear(std::uint64_t begin, std::uint64_t bytes) { mark(begin, bytes, false); }
    /// Returns whether all bytes of a range are written.
    [[nodiscard]] bool all(std::uint64_t begin, std::uint64_t bytes) const;
    /// Returns whether all bytes are written, for a power of two of at most 32 bytes that is aligned to its
    /// size.
    [[nodiscard]] bool all_of_element(std::uint64_t begin, unsigned bytes) const {
        return (~word(begin) >> begin % 64 & ((std::uint64_t{1} << bytes) - 1)) == 0;
    }
    /// Returns the bits of up to 64 bytes.
    [[nodiscard]] std::uint64_t get(std::uint64_t begin, unsigned count) const;
    /// Replaces the bits of up to 64 bytes.
    void put(std::uint64_t begin, unsigned count, std::uint64_t bits);

private:
    static constexpr std::uint64_t chunk_bytes = 4096;
    using Bits = std::array<std::uint64_t, chunk_bytes / 64>;
    /// Without bits, all bytes of the chunk are alike.
    struct Chunk {
        std::unique_ptr<Bits> bits = {};
        bool full = false;
    };

    /// Returns the word of 64 bits that contains the bit of @p byte.
    [[nodiscard]] std::uint64_t word(std::uint64_t byte) const {
        const Chunk& chunk = chunks_[byte / chunk_bytes];
        if (chunk.bits != nullptr) return (*chunk.bits)[byte % chunk_bytes / 64];
        return chunk.full ? ~std::uint64_t{0} : 0;
    }
    void mark(std::uint64_t begin, std::uint64_t bytes, bool written);
    void change(std::uint64_t byte, std::uint64_t mask, std::uint64_t bits);

    std::vector<Chunk> chunks_;
};

} // namespace simulator::checks

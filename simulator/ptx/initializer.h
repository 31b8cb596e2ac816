#pragma once

/// @file
/// Initial values of variables: `= {1, 0f3F800000, generic(other) + 8}`.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/declarations.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// A symbol in an initializer. It is resolved when all symbols are known.
struct NamedSymbol {
    std::string_view name = {}; ///< points into the PTX
    std::uint32_t line = 0;     ///< its line, for error messages
};

/// Reads initializers. One reader serves a whole module, because their total size is limited.
class InitializerReader {
public:
    /// @p reader must outlive this object.
    explicit InitializerReader(Reader& reader) : reader_(reader) {}

    /// Reads the initializer after `=` into the variable, and sets the size of an array without one.
    void read(Declaration& declaration);

    /// Returns the symbols read so far.
    [[nodiscard]] const std::vector<NamedSymbol>& symbols() const { return symbols_; }

private:
    void read_list(std::size_t level, std::uint64_t begin);
    void read_value(std::uint64_t offset);
    void read_address(std::uint64_t offset);
    void store(std::uint64_t offset, std::uint64_t bits);
    [[nodiscard]] std::uint64_t stride(std::size_t level) const;

    Reader& reader_;
    Declaration* declaration_ = nullptr;
    std::uint64_t gaps_left_ = 64ull << 20;
    std::vector<NamedSymbol> symbols_ = {};
};

} // namespace simulator::ptx

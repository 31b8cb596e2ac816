#pragma once

/// @file
/// What a variable holds before anything runs: `= {1, 0f3F800000, generic(other) + 8}`.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/declarations.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// A symbol that an initializer names, to be looked for when all are known.
struct NamedSymbol {
    std::string_view name = {}; ///< points into the PTX
    std::uint32_t line = 0;     ///< where it stands, for an error
};

/// Reads initializers; one for a whole module, as what they may store is limited for all of them together.
class InitializerReader {
public:
    /// @p reader has to outlive it.
    explicit InitializerReader(Reader& reader) : reader_(reader) {}

    /// Reads what stands behind `=` into the variable; gives an array without a size its size.
    void read(Declaration& declaration);

    /// The symbols named so far.
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

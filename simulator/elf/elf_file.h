#pragma once

/// @file
/// As much of the ELF format as a program and a cubin need: sections, symbol names, what the loader is told.

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "elf/bytes.h"

namespace simulator {

/// Bytes that are no ELF file, or a damaged one.
class ElfError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A section of a 64-bit ELF file.
struct ElfSection {
    std::string_view name; ///< `.nv_fatbin`
    Bytes bytes;           ///< empty for one that takes no room in the file
};

/// An entry of the dynamic section whose value is a text.
struct ElfDynamicString {
    std::int64_t tag = 0;  ///< DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME
    std::string_view text; ///< the name or the path
};

/// A view of a 64-bit little-endian ELF file. The bytes must outlive it.
class ElfFile {
public:
    /// Whether @p bytes begin as such a file does.
    static bool has_elf_header(Bytes bytes);
    /// Throws ElfError when the section table does not lie inside of @p bytes.
    explicit ElfFile(Bytes bytes);

    /// All sections, in the order of the table.
    [[nodiscard]] const std::vector<ElfSection>& sections() const { return sections_; }
    /// The first section of that name, or null.
    [[nodiscard]] const ElfSection* section(std::string_view name) const;
    /// Names of the symbols in `.symtab`, by their index; "" for a nameless one.
    [[nodiscard]] std::vector<std::string_view> symbol_names() const;
    /// What `.dynamic` says in texts.
    [[nodiscard]] std::vector<ElfDynamicString> dynamic_strings() const;

private:
    std::vector<ElfSection> sections_;
};

} // namespace simulator

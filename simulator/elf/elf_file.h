#pragma once

/// @file
/// The parts of the ELF format that a program and a cubin need: sections, symbol names, strings of the
/// dynamic section.

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "elf/bytes.h"

namespace simulator {

/// Thrown for bytes that are not an ELF file, or a damaged one.
class ElfError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A section of a 64-bit ELF file.
struct ElfSection {
    std::string_view name; ///< name, such as `.nv_fatbin`
    Bytes bytes;           ///< empty for a section without bytes in the file
};

/// An entry of the dynamic section whose value is a string.
struct ElfDynamicString {
    std::int64_t tag = 0;  ///< DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME
    std::string_view text; ///< name or path
};

/// A view of a 64-bit little-endian ELF file. The bytes must outlive it.
class ElfFile {
public:
    /// Returns whether @p bytes begin with the header of such a file.
    static bool has_elf_header(Bytes bytes);
    /// Throws ElfError if @p bytes are not a 64-bit ELF file, or if the section table or a section exceeds the
    /// file.
    explicit ElfFile(Bytes bytes);

    /// Returns all sections, in the order of the table.
    [[nodiscard]] const std::vector<ElfSection>& sections() const { return sections_; }
    /// Returns the first section of a name; null if there is none.
    [[nodiscard]] const ElfSection* section(std::string_view name) const;
    /// Returns the names of the symbols in `.symtab`, by their index; "" for a nameless one.
    [[nodiscard]] std::vector<std::string_view> symbol_names() const;
    /// Returns the string entries of `.dynamic`.
    [[nodiscard]] std::vector<ElfDynamicString> dynamic_strings() const;

private:
    std::vector<ElfSection> sections_;
};

} // namespace simulator

#pragma once

/// @file
/// Fat binaries and ELF files made by hand, for tests that want to choose every byte.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elf/bytes.h"

namespace simulator::tests {

/// An entry of a fat binary.
struct EntryImage {
    std::uint16_t kind = 1; ///< 1: PTX, 2: machine code
    std::uint32_t architecture = 80;
    std::string payload = {};
    std::uint64_t flags = 0x11;
    std::uint64_t unpacked_bytes = 0; ///< of a packed payload
    std::string options = {};
};

/// A container as nvcc lays it out.
std::string container_image(const std::vector<EntryImage>& entries);

/// Appends the bytes of @p value to @p image.
template <class T> void put(std::string& image, T value) {
    image.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A section of an ELF file: name, content.
using SectionImage = std::pair<std::string, std::string>;

/// A 64-bit ELF file with nothing but sections.
std::string elf_image(const std::vector<SectionImage>& sections);

/// The sections `.dynamic` and `.dynstr` that say @p texts, each with its tag, and name @p symbols.
std::vector<SectionImage> dynamic_sections(const std::vector<std::pair<std::int64_t, std::string>>& texts,
                                           const std::vector<std::string>& symbols);

/// A text's bytes.
inline Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

} // namespace simulator::tests

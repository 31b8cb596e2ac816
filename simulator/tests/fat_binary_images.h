#pragma once

/// @file
/// Handmade fat binaries and ELF files, for tests that choose every byte.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elf/bytes.h"

namespace simulator::tests {

/// An entry of a fat binary.
struct EntryImage {
    std::uint16_t kind = 1; ///< 1: PTX, 2: SASS
    std::uint32_t architecture = 80;
    std::string payload = {};
    std::uint64_t flags = 0x11;
    std::uint64_t unpacked_bytes = 0; ///< size of a compressed payload
    std::string options = {};
};

/// Returns a container in the layout of nvcc.
std::string container_image(const std::vector<EntryImage>& entries);

/// Appends the bytes of @p value to @p image.
template <class T> void put(std::string& image, T value) {
    image.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A section of an ELF file: name, content.
using SectionImage = std::pair<std::string, std::string>;

/// Returns a 64-bit ELF file that contains only sections.
std::string elf_image(const std::vector<SectionImage>& sections);

/// Returns the sections `.dynamic` and `.dynstr` with @p texts, each with its tag, and with @p symbols.
std::vector<SectionImage> dynamic_sections(const std::vector<std::pair<std::int64_t, std::string>>& texts,
                                           const std::vector<std::string>& symbols);

/// Returns the bytes of a text.
inline Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

} // namespace simulator::tests

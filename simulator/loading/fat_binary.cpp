#include "loading/fat_binary.h"

#include <fmt/core.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace simulator::runtime {

namespace {

struct ContainerHeader {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t header_bytes;
    std::uint64_t bytes; ///< after the header
};
constexpr std::uint32_t container_magic = 0xBA55ED50;

struct EntryHeader {
    std::uint16_t kind;
    std::uint16_t version;
    std::uint32_t header_bytes;
    std::uint64_t padded_bytes;
    std::uint32_t packed_bytes;
    std::uint32_t options_block; ///< offset from the beginning of the entry; 0: none
    std::uint16_t minor;
    std::uint16_t major;
    std::uint32_t architecture;
    std::uint32_t name;
    std::uint32_t name_bytes;
    std::uint64_t flags;
    std::uint64_t unused;
    std::uint64_t unpacked_bytes;
};
static_assert(sizeof(EntryHeader) == 64);

constexpr std::uint64_t flag_zstd = 0x8000;
constexpr std::uint64_t flag_lz4 = 0x2000;
// Bytes, far more than any real PTX. Prevents a forged size from exhausting memory.
constexpr std::uint64_t max_unpacked_bytes = std::uint64_t{1} << 28;

Compression compression_of(const EntryHeader& header) {
    if ((header.flags & flag_zstd) != 0) {
        return Compression::zstd;
    }
    return (header.flags & flag_lz4) != 0 ? Compression::lz4 : Compression::plain;
}

/// Returns the options of an entry. Their block contains the offset of the text in the entry, and its length.
std::string_view options_of(Bytes entry, const EntryHeader& header) {
    if (header.options_block == 0) {
        return {};
    }
    const auto offset = value_at<std::uint32_t>(entry, header.options_block);
    const auto length = value_at<std::uint32_t>(entry, std::size_t{header.options_block} + 4);
    const auto text = offset && length ? part_at(entry, *offset, *length) : std::nullopt;
    if (!text) {
        throw FatBinaryError("the options of an entry lie outside of it");
    }
    return {reinterpret_cast<const char*>(text->data()), text->size()};
}

/// Returns the entry at the beginning of @p rest, and its size in bytes.
std::pair<FatEntry, std::size_t> read_entry(Bytes rest) {
    const auto header = value_at<EntryHeader>(rest, 0);
    if (!header) {
        throw FatBinaryError("an entry is cut off");
    }
    if (header->header_bytes < sizeof(EntryHeader)) {
        throw FatBinaryError("the header of an entry is too short");
    }
    const auto payload = part_at(rest, header->header_bytes, header->padded_bytes);
    if (!payload) {
        throw FatBinaryError("an entry is longer than the fat binary");
    }

    FatEntry entry;
    entry.kind = header->kind == 1   ? FatEntryKind::ptx
                 : header->kind == 2 ? FatEntryKind::cubin
                                     : FatEntryKind::other;
    entry.architecture = header->architecture;
    entry.compression = compression_of(*header);
    entry.payload = *payload;
    if (entry.compression != Compression::plain) {
        if (header->packed_bytes > payload->size()) {
            throw FatBinaryError("a packed entry is longer than its place");
        }
        entry.payload = payload->first(header->packed_bytes);
        entry.unpacked_bytes = header->unpacked_bytes;
    }
    const std::size_t bytes = header->header_bytes + payload->size();
    entry.options = options_of(rest.first(bytes), *header);
    return {entry, bytes};
}

/// Returns the container at the beginning of @p bytes, including its header.
Bytes container_in(Bytes bytes) {
    const auto header = value_at<ContainerHeader>(bytes, 0);
    if (!header || header->magic != container_magic) {
        throw FatBinaryError("not a fat binary");
    }
    if (header->version != 1 || header->header_bytes < sizeof(ContainerHeader)) {
        throw FatBinaryError(
            fmt::format("a fat binary of version {}, which the simulator does not support", header->version));
    }
    const auto body = part_at(bytes, header->header_bytes, header->bytes);
    if (!body) {
        throw FatBinaryError("the fat binary is cut off");
    }
    return bytes.first(header->header_bytes + body->size());
}

std::string unpack_zstd(const FatEntry& entry) {
    std::string text(entry.unpacked_bytes, '\0');
    const std::size_t bytes =
        ZSTD_decompress(text.data(), text.size(), entry.payload.data(), entry.payload.size());
    if (ZSTD_isError(bytes) != 0) {
        throw FatBinaryError(fmt::format("an entry cannot be unpacked: {}", ZSTD_getErrorName(bytes)));
    }
    text.resize(bytes);
    return text;
}

std::string unpack_lz4(const FatEntry& entry) {
    if (entry.payload.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw FatBinaryError("an entry is too long to be unpacked");
    }
    std::string text(entry.unpacked_bytes, '\0');
    const int bytes =
        LZ4_decompress_safe(reinterpret_cast<const char*>(entry.payload.data()), text.data(),
                            static_cast<int>(entry.payload.size()), static_cast<int>(text.size()));
    if (bytes < 0) {
        throw FatBinaryError("an entry cannot be unpacked: its LZ4 data is damaged");
    }
    text.resize(static_cast<std::size_t>(bytes));
    return text;
}

} // namespace

std::vector<FatEntry> read_container(Bytes bytes) {
    const Bytes container = container_in(bytes);
    const auto header = *value_at<ContainerHeader>(container, 0);
    std::vector<FatEntry> entries;
    for (Bytes rest = container.subspan(header.header_bytes); !rest.empty();) {
        const auto [entry, taken] = read_entry(rest);
        entries.push_back(entry);
        rest = rest.subspan(taken);
    }
    return entries;
}

std::vector<FatEntry> read_containers(Bytes section) {
    std::vector<FatEntry> all;
    while (!section.empty()) {
        // The linker may insert zeros between the containers of two objects.
        const auto begin = std::ranges::find_if(section, [](std::byte byte) { return byte != std::byte{0}; });
        section = section.subspan(static_cast<std::size_t>(begin - section.begin()));
        if (section.empty()) {
            break;
        }
        const Bytes container = container_in(section);
        const std::vector<FatEntry> entries = read_container(container);
        all.insert(all.end(), entries.begin(), entries.end());
        section = section.subspan(container.size());
    }
    return all;
}

std::string unpack(const FatEntry& entry) {
    if (entry.unpacked_bytes > max_unpacked_bytes) {
        throw FatBinaryError(
            fmt::format("an entry claims to hold {} bytes, which cannot be", entry.unpacked_bytes));
    }
    std::string text;
    switch (entry.compression) {
        case Compression::plain:
            text.assign(reinterpret_cast<const char*>(entry.payload.data()), entry.payload.size());
            break;
        case Compression::zstd: text = unpack_zstd(entry); break;
        case Compression::lz4: text = unpack_lz4(entry); break;
    }
    if (entry.kind == FatEntryKind::ptx) {
        text.resize(text.find_last_not_of('\0') + 1);
    }
    return text;
}

} // namespace simulator::runtime

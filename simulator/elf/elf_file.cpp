#include "elf/elf_file.h"

#include <elf.h>

#include <algorithm>

namespace simulator {

namespace {

ElfSection read_section(Bytes file, const Elf64_Shdr& header, Bytes names) {
    const bool in_file = header.sh_type != SHT_NOBITS && header.sh_type != SHT_NULL;
    const std::optional<Bytes> bytes =
        in_file ? part_at(file, header.sh_offset, header.sh_size) : std::optional(Bytes{});
    if (!bytes) {
        throw ElfError("a section is outside the file");
    }
    return {.name = string_at(names, header.sh_name).value_or(""), .bytes = *bytes};
}

} // namespace

bool ElfFile::has_elf_header(Bytes bytes) {
    return bytes.size() >= sizeof(Elf64_Ehdr) && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0 &&
           bytes[EI_CLASS] == std::byte{ELFCLASS64} && bytes[EI_DATA] == std::byte{ELFDATA2LSB};
}

ElfFile::ElfFile(Bytes bytes) {
    if (!has_elf_header(bytes)) {
        throw ElfError("not a 64-bit ELF file");
    }
    const auto header = *value_at<Elf64_Ehdr>(bytes, 0);
    std::vector<Elf64_Shdr> headers;
    for (std::size_t i = 0; i < header.e_shnum; ++i) {
        const auto section = value_at<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr));
        if (!section) {
            throw ElfError("the section table is outside the file");
        }
        headers.push_back(*section);
    }
    Bytes names;
    if (header.e_shstrndx < headers.size()) {
        names = read_section(bytes, headers[header.e_shstrndx], {}).bytes;
    }
    for (const Elf64_Shdr& section : headers) {
        sections_.push_back(read_section(bytes, section, names));
    }
}

const ElfSection* ElfFile::section(std::string_view name) const {
    const auto found = std::ranges::find(sections_, name, &ElfSection::name);
    return found == sections_.end() ? nullptr : &*found;
}

std::vector<std::string_view> ElfFile::symbol_names() const {
    const ElfSection* table = section(".symtab");
    const ElfSection* texts = section(".strtab");
    std::vector<std::string_view> names;
    if (table == nullptr || texts == nullptr) {
        return names;
    }
    for (std::size_t at = 0; const auto symbol = value_at<Elf64_Sym>(table->bytes, at);
         at += sizeof(Elf64_Sym)) {
        names.push_back(string_at(texts->bytes, symbol->st_name).value_or(""));
    }
    return names;
}

std::vector<ElfDynamicString> ElfFile::dynamic_strings() const {
    const ElfSection* table = section(".dynamic");
    const ElfSection* texts = section(".dynstr");
    std::vector<ElfDynamicString> entries;
    if (table == nullptr || texts == nullptr) {
        return entries;
    }
    for (std::size_t at = 0; const auto entry = value_at<Elf64_Dyn>(table->bytes, at);
         at += sizeof(Elf64_Dyn)) {
        switch (entry->d_tag) {
            case DT_NEEDED:
            case DT_RPATH:
            case DT_RUNPATH:
            case DT_SONAME:
                entries.push_back({entry->d_tag, string_at(texts->bytes, entry->d_un.d_val).value_or("")});
                break;
            default: break;
        }
    }
    return entries;
}

} // namespace simulator

#include "fat_binary_images.h"

#include <elf.h>

namespace simulator::tests {

namespace {

void pad(std::string& image, std::size_t unit) { image.resize((image.size() + unit - 1) / unit * unit); }

std::string entry_image(const EntryImage& entry) {
    constexpr std::uint32_t fixed = 64;
    std::string options;
    if (!entry.options.empty()) {
        put<std::uint32_t>(options, fixed + 8);
        put<std::uint32_t>(options, static_cast<std::uint32_t>(entry.options.size()));
        options += entry.options;
        pad(options, 8);
    }
    std::string payload = entry.payload;
    pad(payload, 8);

    std::string image;
    put<std::uint16_t>(image, entry.kind);
    put<std::uint16_t>(image, 0x0101);
    put<std::uint32_t>(image, fixed + static_cast<std::uint32_t>(options.size()));
    put<std::uint64_t>(image, payload.size());
    put<std::uint32_t>(image,
                       entry.unpacked_bytes == 0 ? 0 : static_cast<std::uint32_t>(entry.payload.size()));
    put<std::uint32_t>(image, options.empty() ? 0 : fixed);
    put<std::uint32_t>(image, 0x00090000);
    put<std::uint32_t>(image, entry.architecture);
    put<std::uint64_t>(image, 0);
    put<std::uint64_t>(image, entry.flags);
    put<std::uint64_t>(image, 0);
    put<std::uint64_t>(image, entry.unpacked_bytes);
    return image + options + payload;
}

} // namespace

std::string container_image(const std::vector<EntryImage>& entries) {
    std::string body;
    for (const EntryImage& entry : entries) {
        body += entry_image(entry);
    }
    std::string image;
    put<std::uint32_t>(image, 0xBA55ED50);
    put<std::uint16_t>(image, 1);
    put<std::uint16_t>(image, 16);
    put<std::uint64_t>(image, body.size());
    return image + body;
}

std::string elf_image(const std::vector<SectionImage>& sections) {
    std::string content(sizeof(Elf64_Ehdr), '\0');
    std::string names(1, '\0');
    std::vector<Elf64_Shdr> headers(1);
    const auto add = [&](const std::string& name, const std::string& bytes) {
        Elf64_Shdr header{};
        header.sh_name = static_cast<Elf64_Word>(names.size());
        header.sh_type = SHT_PROGBITS;
        header.sh_offset = content.size();
        header.sh_size = bytes.size();
        headers.push_back(header);
        names += name + '\0';
        content += bytes;
        pad(content, 8);
    };
    for (const auto& [name, bytes] : sections) {
        add(name, bytes);
    }
    const std::string own_name = ".shstrtab";
    add(own_name, names + own_name + '\0');

    Elf64_Ehdr header{};
    header.e_ident[EI_MAG0] = ELFMAG0;
    header.e_ident[EI_MAG1] = ELFMAG1;
    header.e_ident[EI_MAG2] = ELFMAG2;
    header.e_ident[EI_MAG3] = ELFMAG3;
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_shoff = content.size();
    header.e_shnum = static_cast<Elf64_Half>(headers.size());
    header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
    content.replace(0, sizeof header, reinterpret_cast<const char*>(&header), sizeof header);
    content.append(reinterpret_cast<const char*>(headers.data()), headers.size() * sizeof(Elf64_Shdr));
    return content;
}

std::vector<SectionImage> dynamic_sections(const std::vector<std::pair<std::int64_t, std::string>>& texts,
                                           const std::vector<std::string>& symbols) {
    std::string strings(1, '\0');
    std::string entries;
    for (const auto& [tag, text] : texts) {
        put<std::int64_t>(entries, tag);
        put<std::uint64_t>(entries, strings.size());
        strings += text + '\0';
    }
    for (const std::string& symbol : symbols) {
        strings += symbol + '\0';
    }
    return {{".dynamic", entries}, {".dynstr", strings}};
}

} // namespace simulator::tests

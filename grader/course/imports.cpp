#include "course/imports.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <elf.h>
#include <stdexcept>
#include <string_view>

#include "base/files.h"

namespace grader {
namespace {

/// Functions through which a program reaches functions that it does not import by name.
constexpr std::array dynamic_loading_functions = {"dlopen",
                                                  "dlmopen",
                                                  "dlsym",
                                                  "dlvsym",
                                                  "syscall",
                                                  "__libc_dlopen_mode",
                                                  "__libc_dlsym",
                                                  "dlinfo",
                                                  "dladdr1",
                                                  "cudaGetExportTable",
                                                  "cudaGetDriverEntryPoint",
                                                  "cudaGetDriverEntryPoint_ptsz",
                                                  "cudaGetDriverEntryPointByVersion",
                                                  "cudaGetDriverEntryPointByVersion_ptsz"};

/// An ELF file, any offset of which may be forged.
class ElfFile {
public:
    explicit ElfFile(std::string bytes) : bytes_(std::move(bytes)), header_(at<Elf64_Ehdr>(0)) {
        if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64)
            throw std::runtime_error("it is not a shared object");
        for (std::size_t i = 0; i < header_.e_phnum; ++i) {
            const auto segment = at<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
            if (segment.p_type == PT_LOAD) load_segments_.push_back(segment);
            if (segment.p_type == PT_DYNAMIC) dynamic_ = segment;
        }
        read_dynamic();
    }

    [[nodiscard]] Imports imports() const {
        Imports imports;
        for (const std::uint64_t name : needed_) imports.libraries.push_back(text(name));
        for (const auto& [table, size] : {std::pair(plt_relocations_, plt_relocations_bytes_),
                                          std::pair(relocations_, relocations_bytes_)}) {
            if (size == 0) continue;
            const std::uint64_t start = offset_of(table);
            for (std::uint64_t i = 0; i < size / sizeof(Elf64_Rela); ++i) {
                const auto entry = at<Elf64_Rela>(start + i * sizeof(Elf64_Rela));
                const std::uint64_t number = ELF64_R_SYM(entry.r_info);
                if (number == 0) continue;
                const auto symbol = at<Elf64_Sym>(offset_of(symbol_table_) + number * sizeof(Elf64_Sym));
                if (symbol.st_shndx == SHN_UNDEF) imports.symbols.push_back(text(symbol.st_name));
            }
        }
        return imports;
    }

private:
    template <typename T> [[nodiscard]] T at(std::uint64_t offset) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T))
            throw std::runtime_error("a part of it is outside of the file: it is truncated or malformed");
        T value;
        std::memcpy(&value, bytes_.data() + offset, sizeof(T));
        return value;
    }

    /// Returns the file offset of the data that the linker will map at @p address.
    [[nodiscard]] std::uint64_t offset_of(std::uint64_t address) const {
        for (const Elf64_Phdr& segment : load_segments_)
            if (address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
                return segment.p_offset + (address - segment.p_vaddr);
        throw std::runtime_error("no segment of the file contains one of its addresses");
    }

    [[nodiscard]] std::string text(std::uint64_t name) const {
        const std::uint64_t start = offset_of(string_table_) + name;
        const std::size_t end = start < bytes_.size() ? bytes_.find('\0', start) : std::string::npos;
        constexpr std::size_t max_name_bytes = 1 << 16; // templates have long names
        if (end == std::string::npos || end - start > max_name_bytes)
            throw std::runtime_error("one of its names is unterminated or longer than 64 KiB");
        return bytes_.substr(start, end - start);
    }

    void read_dynamic() {
        for (std::uint64_t i = 0; i < dynamic_.p_filesz / sizeof(Elf64_Dyn); ++i) {
            const auto entry = at<Elf64_Dyn>(dynamic_.p_offset + i * sizeof(Elf64_Dyn));
            const std::uint64_t value = entry.d_un.d_val;
            switch (entry.d_tag) {
                case DT_NULL: return;
                case DT_NEEDED: needed_.push_back(value); break;
                case DT_JMPREL: plt_relocations_ = value; break;
                case DT_PLTRELSZ: plt_relocations_bytes_ = value; break;
                case DT_RELA: relocations_ = value; break;
                case DT_RELASZ: relocations_bytes_ = value; break;
                case DT_SYMTAB: symbol_table_ = value; break;
                case DT_STRTAB: string_table_ = value; break;
                default: break;
            }
        }
    }

    std::string bytes_;
    Elf64_Ehdr header_;
    std::vector<Elf64_Phdr> load_segments_;
    Elf64_Phdr dynamic_{};
    std::vector<std::uint64_t> needed_;
    std::uint64_t plt_relocations_ = 0;
    std::uint64_t plt_relocations_bytes_ = 0;
    std::uint64_t relocations_ = 0;
    std::uint64_t relocations_bytes_ = 0;
    std::uint64_t symbol_table_ = 0;
    std::uint64_t string_table_ = 0;
};

/// Returns whether @p name is a function of the driver API, such as cuInit or cuLaunchKernel; those of the
/// runtime are named like cudaMalloc.
bool is_driver_function(std::string_view name) {
    return name.size() > 2 && name.starts_with("cu") &&
           std::isupper(static_cast<unsigned char>(name[2])) != 0;
}

} // namespace

Imports read_imports(const std::filesystem::path& object) { return ElfFile(read_text(object)).imports(); }

std::string suspicious_import(const Imports& imports) {
    for (const std::string& library : imports.libraries)
        if (library.starts_with("libcuda.so")) return library;
    for (const std::string& symbol : imports.symbols)
        if (is_driver_function(symbol) ||
            std::find(dynamic_loading_functions.begin(), dynamic_loading_functions.end(), symbol) !=
                dynamic_loading_functions.end())
            return symbol;
    return {};
}

} // namespace grader

#include "grading/runner/imports.h"

#include <cstdlib>
#include <cxxabi.h>
#include <link.h>
#include <memory>

namespace runner {
namespace {

#if defined(__x86_64__)
constexpr bool is_function_binding(ElfW(Xword) type) {
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
}
#elif defined(__aarch64__)
constexpr bool is_function_binding(ElfW(Xword) type) {
    return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
}
#else
#error "Say by which relocations addresses of functions are bound here."
#endif

/// The relocation tables through which the dynamic linker has bound the program.
struct Tables {
    struct Table {
        const ElfW(Rela) * first = nullptr;
        std::size_t bytes = 0;
    };
    ElfW(Addr) base = 0; ///< load address of the program
    Table calls;
    Table others;
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
};

void read_tables(const ElfW(Dyn) * entry, Tables& tables) {
    for (; entry->d_tag != DT_NULL; ++entry) {
        const ElfW(Addr) address = entry->d_un.d_ptr; // the dynamic linker has made it absolute
        switch (entry->d_tag) {
            case DT_JMPREL: tables.calls.first = reinterpret_cast<const ElfW(Rela)*>(address); break;
            case DT_PLTRELSZ: tables.calls.bytes = entry->d_un.d_val; break;
            case DT_RELA: tables.others.first = reinterpret_cast<const ElfW(Rela)*>(address); break;
            case DT_RELASZ: tables.others.bytes = entry->d_un.d_val; break;
            case DT_SYMTAB: tables.symbols = reinterpret_cast<const ElfW(Sym)*>(address); break;
            case DT_STRTAB: tables.names = reinterpret_cast<const char*>(address); break;
            default: break;
        }
    }
}

Tables tables_of_program() {
    Tables tables;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* found) {
            auto& into = *static_cast<Tables*>(found);
            into.base = object->dlpi_addr;
            for (int i = 0; i < object->dlpi_phnum; ++i)
                if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
                    read_tables(reinterpret_cast<const ElfW(Dyn)*>(into.base + object->dlpi_phdr[i].p_vaddr),
                                into);
            return 1; // the program comes first, and libraries are not checked
        },
        &tables);
    return tables;
}

std::string readable(const char* name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr,
                                                                               &status),
                                                           &std::free);
    return status == 0 ? text.get() : name;
}

} // namespace

Imports::Imports() {
    const Tables tables = tables_of_program();
    for (const Tables::Table& table : {tables.calls, tables.others}) {
        for (std::size_t i = 0; i < table.bytes / sizeof(ElfW(Rela)); ++i) {
            const ElfW(Rela)& entry = table.first[i];
            if (!is_function_binding(ELF64_R_TYPE(entry.r_info))) continue;
            Import import;
            import.name = tables.names + tables.symbols[ELF64_R_SYM(entry.r_info)].st_name;
            import.slot = reinterpret_cast<const void* const volatile*>(tables.base + entry.r_offset);
            import.target = *import.slot;
            imports_.push_back(import);
        }
    }
}

std::vector<std::string> Imports::replaced() const {
    std::vector<std::string> names;
    for (const Import& import : imports_)
        if (*import.slot != import.target) names.push_back(readable(import.name));
    return names;
}

} // namespace runner

#pragma once

/// @file
/// For attacks: replaces a function that the runner has imported by another.

#include <cstring>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

/// Replaces the function @p name in the import tables of the program itself, the first entry of the list of
/// objects.
inline void replace_import(const char* name, void* with) {
    struct Wish {
        const char* name;
        void* with;
    } wish{name, with};
    dl_iterate_phdr(
        [](dl_phdr_info* program, size_t, void* wanted) {
            const auto& wish = *static_cast<Wish*>(wanted);
            const ElfW(Dyn)* entries = nullptr;
            for (int i = 0; i < program->dlpi_phnum; ++i)
                if (program->dlpi_phdr[i].p_type == PT_DYNAMIC)
                    entries = reinterpret_cast<const ElfW(Dyn)*>(program->dlpi_addr +
                                                                 program->dlpi_phdr[i].p_vaddr);
            ElfW(Addr) tables[2] = {};
            size_t sizes[2] = {};
            const ElfW(Sym)* symbols = nullptr;
            const char* names = nullptr;
            for (; entries != nullptr && entries->d_tag != DT_NULL; ++entries) {
                if (entries->d_tag == DT_JMPREL) tables[0] = entries->d_un.d_ptr;
                if (entries->d_tag == DT_PLTRELSZ) sizes[0] = entries->d_un.d_val;
                if (entries->d_tag == DT_RELA) tables[1] = entries->d_un.d_ptr;
                if (entries->d_tag == DT_RELASZ) sizes[1] = entries->d_un.d_val;
                if (entries->d_tag == DT_SYMTAB)
                    symbols = reinterpret_cast<const ElfW(Sym)*>(entries->d_un.d_ptr);
                if (entries->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entries->d_un.d_ptr);
            }
            for (int t = 0; t < 2; ++t) {
                const auto* const table = reinterpret_cast<const ElfW(Rela)*>(tables[t]);
                for (size_t i = 0; i < sizes[t] / sizeof(ElfW(Rela)); ++i) {
                    const char* imported = names + symbols[ELF64_R_SYM(table[i].r_info)].st_name;
                    if (std::strcmp(imported, wish.name) != 0) continue;
                    void** const slot = reinterpret_cast<void**>(program->dlpi_addr + table[i].r_offset);
                    const auto page = reinterpret_cast<ElfW(Addr)>(slot) & ~ElfW(Addr)(4095);
                    mprotect(reinterpret_cast<void*>(page), 8192, PROT_READ | PROT_WRITE);
                    *slot = wish.with;
                }
            }
            return 1; // stops after the program; the libraries do not matter
        },
        &wish);
}

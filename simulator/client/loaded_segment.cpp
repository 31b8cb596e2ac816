#include "client/loaded_segment.h"

#include <link.h>

#include <cstdint>

namespace simulator::client {

namespace {

struct Search {
    std::uintptr_t begin;
    Bytes found;
};

int find_segment(dl_phdr_info* info, std::size_t, void* data) {
    auto& search = *static_cast<Search*>(data);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& header = info->dlpi_phdr[i];
        const std::uintptr_t first = info->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && search.begin >= first && search.begin < first + header.p_memsz) {
            search.found = {reinterpret_cast<const std::byte*>(search.begin),
                            first + header.p_memsz - search.begin};
            return 1;
        }
    }
    return 0;
}

} // namespace

Bytes rest_of_segment(const void* begin) {
    Search search{reinterpret_cast<std::uintptr_t>(begin), {}};
    dl_iterate_phdr(find_segment, &search);
    return search.found;
}

} // namespace simulator::client

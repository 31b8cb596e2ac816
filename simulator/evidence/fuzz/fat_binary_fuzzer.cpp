/// @file
/// libFuzzer target for the readers of programs: arbitrary bytes are a fat binary or a section of one, an ELF
/// file or SASS, or are rejected with the documented exception.

#include <elf.h>

#include <cstddef>
#include <cstdint>

#include "elf/elf_file.h"
#include "loading/cubin.h"
#include "loading/fat_binary.h"

namespace {

using namespace simulator;
using namespace simulator::runtime;

void read_fat_binary(Bytes bytes) {
    try {
        for (const FatEntry& entry : read_containers(bytes)) {
            // The unpacked size that a small file claims is not reliable; the fuzzer's memory is limited.
            if (entry.unpacked_bytes <= (1U << 20)) {
                const std::string text = unpack(entry);
                (void)read_cubin(std::as_bytes(std::span(text)));
            }
        }
    } catch (const FatBinaryError&) {
    }
}

void read_elf(Bytes bytes) {
    try {
        const ElfFile elf(bytes);
        (void)elf.symbol_names();
        (void)elf.dynamic_strings();
    } catch (const ElfError&) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    read_fat_binary(bytes);
    read_elf(bytes);
    (void)read_cubin(bytes);
    return 0;
}

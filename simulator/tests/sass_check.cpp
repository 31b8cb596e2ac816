// Checks that opcodes.def has the operations of all SASS that ptxas makes of programs.
//
//     sass_check CAPABILITY[,CAPABILITY]... FILE...
//
// A FILE is a program or a library with PTX in it, or a PTX text (*.ptx), such as nvcc -ptx writes. Its PTX is assembled for
// each compute capability (90 for 9.0). Prints how many instructions each has, and which codes are unknown. Exit status: 0 all
// are known, 1 not.

#include <fmt/core.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "elf/elf_file.h"
#include "loading/fat_binary.h"
#include "loading/ptxas.h"
#include "sass/sass_program.h"
#include "scan/scanner.h"

namespace {

namespace fs = std::filesystem;
using namespace simulator;

struct Ptx {
    std::string text;
    std::string options; // for ptxas
};

std::string content_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error("cannot read " + file.string());
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<Ptx> ptx_of(const fs::path& file) {
    const std::string bytes = content_of(file);
    if (file.extension() == ".ptx") return {{bytes, ""}};
    const ElfFile elf(std::as_bytes(std::span(bytes)));
    const ElfSection* fat_binaries = elf.section(".nv_fatbin");
    if (fat_binaries == nullptr) throw std::runtime_error(file.string() + " has no kernels");
    std::vector<Ptx> found;
    for (const runtime::FatEntry& entry : runtime::read_containers(fat_binaries->bytes))
        if (entry.kind == runtime::FatEntryKind::ptx)
            found.push_back({runtime::unpack(entry), std::string(entry.options)});
    return found;
}

struct Count {
    std::uint64_t instructions = 0;
    std::map<std::uint16_t, std::uint64_t> unknown = {}; // by the lowest 12 bits
};

void count_operations(Count& count, const Ptx& ptx, std::uint32_t capability) {
    const auto ptxas = runtime::find_ptxas();
    if (!ptxas) throw std::runtime_error("there is no ptxas: neither CUDA_HOME nor the PATH lead to one");
    const std::string cubin = runtime::assemble(*ptxas, ptx.text, capability, ptx.options);
    if (cubin.empty()) throw std::runtime_error(fmt::format("ptxas makes no SASS for sm_{}", capability));
    for (const auto& [name, code] : sass::read_sass_program(std::as_bytes(std::span(cubin)))) {
        count.instructions += code.size();
        for (const sass::SassInstruction& instruction : code)
            if (!instruction.known) ++count.unknown[instruction.opcode];
    }
}

std::vector<std::uint32_t> capabilities_in(std::string_view list) {
    std::vector<std::uint32_t> capabilities;
    kernelsmith::Scanner scan(list);
    do {
        const auto capability = scan.number();
        if (!capability) throw std::runtime_error("a capability is a number such as 90");
        capabilities.push_back(static_cast<std::uint32_t>(*capability));
    } while (scan.skip(","));
    return capabilities;
}

bool all_known(std::uint32_t capability, const std::vector<Ptx>& programs) {
    Count count;
    for (const Ptx& ptx : programs) count_operations(count, ptx, capability);
    fmt::print("sm_{}: {} instructions\n", capability, count.instructions);
    for (const auto& [opcode, times] : count.unknown)
        fmt::print("sm_{}: operation {:#05x} is unknown, {} instructions ({:#x})\n", capability,
                   opcode & sass::operation_mask, times, opcode);
    return count.unknown.empty() && count.instructions > 0;
}

} // namespace

int main(int count, char** arguments) try {
    if (count < 3) throw std::runtime_error("usage: sass_check CAPABILITY[,CAPABILITY]... FILE...");
    std::vector<Ptx> programs;
    for (int n = 2; n < count; ++n)
        for (Ptx& ptx : ptx_of(arguments[n])) programs.push_back(std::move(ptx));
    bool known = true;
    for (const std::uint32_t capability : capabilities_in(arguments[1]))
        known = all_known(capability, programs) && known;
    return known ? 0 : 1;
} catch (const std::exception& error) {
    fmt::print(stderr, "sass_check: {}\n", error.what());
    return 1;
}

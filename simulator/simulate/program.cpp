#include "simulate/program.h"

#include <elf.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "elf/elf_file.h"
#include "loading/cubin.h"
#include "loading/fat_binary.h"

namespace simulator::simulate {

namespace {

namespace fs = std::filesystem;
using runtime::FatEntry;
using runtime::FatEntryKind;

constexpr std::string_view library = "libcudart.so.13";

/// Returns the content of a file; empty if it cannot be read.
std::string read_file(const fs::path& path) {
    std::error_code none;
    const std::uintmax_t bytes = fs::file_size(path, none);
    std::string text(none ? 0 : bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

bool is_executable(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

/// Returns whether the program imports the registration of kernels from a shared library.
bool imports_cuda_runtime(const ElfFile& elf) {
    const ElfSection* names = elf.section(".dynstr");
    constexpr std::string_view name("__cudaRegisterFatBinary\0", 24);
    return names != nullptr &&
           std::string_view(reinterpret_cast<const char*>(names->bytes.data()), names->bytes.size())
                   .find(name) != std::string_view::npos;
}

std::optional<std::string> link_problem(const ElfFile& elf) {
    for (const ElfDynamicString& entry : elf.dynamic_strings()) {
        if (entry.tag == DT_NEEDED && entry.text.starts_with("libcudart.so.") && entry.text != library) {
            return fmt::format("the program was built for another version of CUDA, because it needs {}, and "
                               "the simulator provides {}: compile it with the nvcc of CUDA 13",
                               entry.text, library);
        }
    }
    if (elf.section(".nv_fatbin") != nullptr && !imports_cuda_runtime(elf)) {
        return "the CUDA runtime is linked statically into the program, so the simulator cannot replace it: "
               "link it with nvcc -cudart shared";
    }
    return std::nullopt;
}

/// Returns a conflict with DT_RPATH, whose folders are searched before LD_LIBRARY_PATH.
std::optional<std::string> rpath_problem(const ElfFile& elf, const fs::path& program) {
    std::string folders;
    for (const ElfDynamicString& entry : elf.dynamic_strings()) {
        if (entry.tag == DT_RUNPATH) {
            return std::nullopt; // replaces DT_RPATH, and is searched after LD_LIBRARY_PATH
        }
        folders += entry.tag == DT_RPATH ? std::string(entry.text) : "";
    }
    std::istringstream list(folders);
    for (std::string folder; std::getline(list, folder, ':');) {
        if (const std::size_t origin = folder.find("$ORIGIN"); origin != std::string::npos) {
            folder.replace(origin, 7, fs::absolute(program).parent_path().string());
        }
        if (fs::exists(fs::path(folder) / library)) {
            return fmt::format("the program has an RPATH to {}, whose {} would be loaded instead of the "
                               "simulator's: link it "
                               "without -rpath, or with -Xlinker --enable-new-dtags",
                               folder, library);
        }
    }
    return std::nullopt;
}

bool has_kernels(const FatEntry& cubin) {
    const std::string bytes = unpack(cubin);
    return !runtime::read_cubin(std::as_bytes(std::span(bytes))).empty();
}

/// Returns the option that makes nvcc embed PTX for the modelled GPU, and for most others.
std::string option_for(std::uint32_t capability) {
    const std::uint32_t target = std::min(capability, 80U);
    return fmt::format("-gencode arch=compute_{0},code=compute_{0}", target);
}

std::optional<std::string> ptx_problem(const ElfFile& elf, std::uint32_t capability) {
    if (elf.section("__nv_relfatbin") != nullptr) {
        return "the program was compiled with -rdc=true (or -dc), which the simulator does not support: "
               "compile it without";
    }
    const ElfSection* section = elf.section(".nv_fatbin");
    if (section == nullptr) {
        return std::nullopt;
    }
    std::uint32_t too_new = 0;
    bool kernels = false;
    for (const FatEntry& entry : runtime::read_containers(section->bytes)) {
        if (entry.kind == FatEntryKind::ptx && entry.architecture <= capability) {
            return std::nullopt;
        }
        too_new = entry.kind == FatEntryKind::ptx ? entry.architecture : too_new;
        kernels = kernels || (entry.kind == FatEntryKind::cubin && has_kernels(entry));
    }
    if (too_new != 0) {
        return fmt::format(
            "the program's PTX is for compute_{}, newer than the modelled GPU: compile it with {}, or "
            "choose another --device",
            too_new, option_for(capability));
    }
    if (kernels) {
        return fmt::format(
            "the program contains SASS but no PTX, which the simulator needs: compile it with {}",
            option_for(capability));
    }
    return std::nullopt;
}

} // namespace

std::optional<fs::path> find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return fs::exists(name) ? std::optional<fs::path>(name) : std::nullopt;
    }
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        // An empty entry means the working directory, which is rarely intended by an extra colon.
        if (!folder.empty() && is_executable(fs::path(folder) / name)) {
            return fs::path(folder) / name;
        }
    }
    return std::nullopt;
}

std::optional<std::string> reason_not_runnable(const fs::path& program, std::uint32_t capability) {
    const std::string file = read_file(program);
    const auto bytes = std::as_bytes(std::span(file));
    if (!ElfFile::has_elf_header(bytes)) {
        return std::nullopt;
    }
    try {
        const ElfFile elf(bytes);
        if (auto found = link_problem(elf)) {
            return found;
        }
        if (auto found = rpath_problem(elf, program)) {
            return found;
        }
        return ptx_problem(elf, capability);
    } catch (const ElfError&) {
        return std::nullopt; // the system's loader reports that
    } catch (const runtime::FatBinaryError& error) {
        return fmt::format("the program's fat binary cannot be read: {}", error.what());
    }
}

} // namespace simulator::simulate

#include "simulate/program.h"

#include <elf.h>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fat_binary_images.h"
#include "temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using simulator::simulate::reason_not_runnable;
using namespace simulator::tests;

const std::vector<std::string> registers_itself = {"__cudaRegisterFatBinary"};

/// Returns why a program of these sections cannot be run; "" if it can.
std::string verdict(std::vector<SectionImage> sections, const std::vector<EntryImage>& code,
                    std::uint32_t capability = 90) {
    const TemporaryFolder folder;
    const fs::path program = folder.path / "program";
    sections.emplace_back(".nv_fatbin", container_image(code));
    std::ofstream(program, std::ios::binary) << elf_image(sections);
    return reason_not_runnable(program, capability).value_or("");
}

std::vector<SectionImage> linked_with(const std::string& library) {
    return dynamic_sections({{DT_NEEDED, library}, {DT_NEEDED, "libc.so.6"}}, registers_itself);
}

const EntryImage ptx_80{.architecture = 80, .payload = ".version 9.0"};

TEST_CASE("a program with PTX and the shared runtime can be run", "[simulate]") {
    CHECK(verdict(linked_with("libcudart.so.13"), {ptx_80}).empty());
    // Through a library of the program, which needs the runtime.
    CHECK(verdict(linked_with("libmine.so"), {ptx_80}).empty());
    // Host code only: nothing to run, and so nothing missing.
    CHECK(verdict(linked_with("libcudart.so.13"), {}).empty());
}

TEST_CASE("a program with the static runtime gets advice on linking", "[simulate]") {
    CHECK_THAT(verdict(dynamic_sections({{DT_NEEDED, "libc.so.6"}}, {}), {ptx_80}),
               ContainsSubstring("nvcc -cudart shared"));
}

TEST_CASE("a program of another CUDA version is reported", "[simulate]") {
    CHECK_THAT(verdict(linked_with("libcudart.so.12"), {ptx_80}), ContainsSubstring("libcudart.so.12"));
}

TEST_CASE("a program without suitable PTX gets advice on the architecture", "[simulate]") {
    EntryImage newer = ptx_80;
    newer.architecture = 100;
    CHECK_THAT(verdict(linked_with("libcudart.so.13"), {newer}), ContainsSubstring("compute_100"));
    CHECK_THAT(verdict(linked_with("libcudart.so.13"), {ptx_80}, 75),
               ContainsSubstring("arch=compute_75,code=compute_75"));
}

TEST_CASE("relocatable device code is refused by the flag's name", "[simulate]") {
    auto sections = linked_with("libcudart.so.13");
    sections.emplace_back("__nv_relfatbin", "x");
    CHECK_THAT(verdict(sections, {}), ContainsSubstring("-rdc=true"));
}

TEST_CASE("a library path in the program that precedes the simulator is reported", "[simulate]") {
    const TemporaryFolder toolkit;
    std::ofstream(toolkit.path / "libcudart.so.13") << "the real one";
    const auto with = [&](std::int64_t tag) {
        return dynamic_sections({{DT_NEEDED, "libcudart.so.13"}, {tag, "/nowhere:" + toolkit.path.string()}},
                                registers_itself);
    };
    CHECK_THAT(verdict(with(DT_RPATH), {ptx_80}), ContainsSubstring(toolkit.path.string()));
    CHECK(verdict(with(DT_RUNPATH), {ptx_80}).empty());
}

TEST_CASE("a damaged fat binary is reported as such", "[simulate]") {
    const TemporaryFolder folder;
    const fs::path program = folder.path / "program";
    auto sections = linked_with("libcudart.so.13");
    sections.emplace_back(".nv_fatbin", container_image({ptx_80}).substr(0, 40));
    std::ofstream(program, std::ios::binary) << elf_image(sections);
    CHECK_THAT(reason_not_runnable(program, 90).value_or(""), ContainsSubstring("cut off"));
}

TEST_CASE("a file that is not ELF is not rejected before it runs", "[simulate]") {
    const TemporaryFolder folder;
    std::ofstream(folder.path / "script") << "#!/bin/sh\nexec ./program\n";
    CHECK_FALSE(reason_not_runnable(folder.path / "script", 90).has_value());
    CHECK_FALSE(reason_not_runnable("/bin/sh", 90).has_value());
}

TEST_CASE("programs are found as a shell finds them", "[simulate]") {
    CHECK(simulator::simulate::find_program("sh").has_value());
    CHECK(simulator::simulate::find_program("/bin/sh") == fs::path("/bin/sh"));
    CHECK_FALSE(simulator::simulate::find_program("/no/such/program").has_value());
    CHECK_FALSE(simulator::simulate::find_program("no-such-program-anywhere").has_value());
}

} // namespace

#include <elf.h>

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>

#include "elf/elf_file.h"
#include "fat_binary_images.h"
#include "loading/cubin.h"

namespace {

using namespace simulator;
using namespace simulator::runtime;
using namespace simulator::tests;

/// A record of `.nv.info` with a symbol and a value.
std::string info_record(std::uint8_t attribute, std::uint32_t symbol, std::uint32_t value) {
    std::string record{4, static_cast<char>(attribute)};
    put<std::uint16_t>(record, 8);
    put(record, symbol);
    put(record, value);
    return record;
}

/// The parts of a cubin that are read: two kernels, the symbols 1 and 2.
std::string cubin_image() {
    const std::string names{"\0first\0second\0", 14};
    std::string symbols(sizeof(Elf64_Sym), '\0');
    for (const Elf64_Word name : {1U, 7U}) {
        Elf64_Sym symbol{};
        symbol.st_name = name;
        put(symbols, symbol);
    }
    // A record without a size takes four bytes.
    const std::string other{"\x02\x2f\x01\x01", 4};
    const std::string info = info_record(0x2f, 1, 38) + other + info_record(0x11, 1, 0) +
                             info_record(0x2f, 2, 255) + info_record(0x11, 2, 40) + info_record(0x2f, 9, 7);
    return elf_image({{".nv.info", info}, {".symtab", symbols}, {".strtab", names}});
}

TEST_CASE("the registers and the stack of kernels are read from a cubin", "[fat_binary]") {
    const std::string image = cubin_image();
    const ResourceTable table = read_cubin(bytes_of(image));
    REQUIRE(table.size() == 2);
    CHECK(table.at("first").registers == 38);
    CHECK(table.at("first").local_bytes == 0);
    CHECK(table.at("first").registers_known);
    CHECK(table.at("second").registers == 255);
    CHECK(table.at("second").local_bytes == 40);
}

TEST_CASE("a file that is not a cubin yields no information", "[fat_binary]") {
    CHECK(read_cubin({}).empty());
    CHECK(read_cubin(bytes_of("hello")).empty());
    CHECK(read_cubin(bytes_of(elf_image({}))).empty());
}

TEST_CASE("a truncated or corrupted cubin is read without a crash", "[fat_binary]") {
    const std::string image = cubin_image();
    for (std::size_t length = 0; length < image.size(); ++length) {
        (void)read_cubin(bytes_of(std::string_view(image).substr(0, length)));
    }
    std::mt19937 random(2);
    for (std::size_t at = 0; at < image.size(); ++at) {
        for (const int value : {0, 1, 0x7f, 0xff, static_cast<int>(random() & 0xff)}) {
            std::string changed = image;
            changed[at] = static_cast<char>(value);
            (void)read_cubin(bytes_of(changed));
        }
    }
    SUCCEED();
}

TEST_CASE("the dynamic strings of an ELF file are read with their tags", "[fat_binary]") {
    const std::string image =
        elf_image(dynamic_sections({{DT_NEEDED, "libcudart.so.13"}, {DT_RUNPATH, "/opt"}}, {}));
    const auto texts = ElfFile(bytes_of(image)).dynamic_strings();
    REQUIRE(texts.size() == 2);
    CHECK(texts[0].text == "libcudart.so.13");
    CHECK(texts[1].tag == DT_RUNPATH);
}

} // namespace

#include <lz4.h>
#include <zstd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <string>

#include "fat_binary_images.h"
#include "loading/fat_binary.h"
#include "loading/resources.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using namespace simulator;
using namespace simulator::runtime;
using namespace simulator::tests;

const std::string some_ptx =
    ".version 9.0\n.target sm_80\n.address_size 64\n// and so on, and so on, and so on\n";

std::string zstd_of(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

std::string lz4_of(const std::string& text) {
    std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
    packed.resize(static_cast<std::size_t>(LZ4_compress_default(text.data(), packed.data(),
                                                                static_cast<int>(text.size()),
                                                                static_cast<int>(packed.size()))));
    return packed;
}

EntryImage zstd_entry() {
    return {.payload = zstd_of(some_ptx), .flags = 0x8011, .unpacked_bytes = some_ptx.size()};
}
EntryImage lz4_entry() {
    return {.payload = lz4_of(some_ptx), .flags = 0x2011, .unpacked_bytes = some_ptx.size()};
}

/// Reads everything that a fat binary contains; unreadable parts are rejected by a FatBinaryError.
void read_all(Bytes bytes) {
    try {
        for (const FatEntry& entry : read_container(bytes)) {
            (void)unpack(entry);
        }
    } catch (const FatBinaryError&) {
    }
}

TEST_CASE("all entries of a fat binary are read with any compression", "[fat_binary]") {
    const std::string image =
        container_image({{.kind = 2, .architecture = 90, .payload = "machine code"},
                         {.architecture = 80, .payload = some_ptx, .options = " -maxrregcount=32 "},
                         zstd_entry(),
                         lz4_entry()});
    const auto entries = read_container(bytes_of(image));
    REQUIRE(entries.size() == 4);
    CHECK(entries[0].kind == FatEntryKind::cubin);
    CHECK(entries[0].architecture == 90);
    CHECK(entries[1].kind == FatEntryKind::ptx);
    CHECK(entries[1].options == " -maxrregcount=32 ");
    CHECK(entries[2].compression == Compression::zstd);
    CHECK(entries[3].compression == Compression::lz4);
    for (std::size_t i = 1; i < 4; ++i) {
        CHECK(unpack(entries[i]) == some_ptx);
    }
}

TEST_CASE("all containers of a fat binary section are read across zero padding", "[fat_binary]") {
    const std::string one = container_image({{.payload = some_ptx}});
    const std::string none = container_image({});
    const std::string section = none + one + std::string(24, '\0') + one;
    CHECK(read_containers(bytes_of(section)).size() == 2);
    CHECK(read_containers({}).empty());
}

TEST_CASE("the newest entry that the GPU can run is taken", "[fat_binary]") {
    const std::string image = container_image({{.architecture = 75},
                                               {.architecture = 80},
                                               {.architecture = 100},
                                               {.kind = 2, .architecture = 80},
                                               {.kind = 2, .architecture = 86}});
    const auto entries = read_container(bytes_of(image));
    CHECK(best_entry(entries, FatEntryKind::ptx, 90) == &entries[1]);
    CHECK(best_entry(entries, FatEntryKind::ptx, 75) == &entries[0]);
    CHECK(best_entry(entries, FatEntryKind::ptx, 70) == nullptr);
    // A cubin only runs on GPUs of the same generation.
    CHECK(best_entry(entries, FatEntryKind::cubin, 89) == &entries[4]);
    CHECK(best_entry(entries, FatEntryKind::cubin, 90) == nullptr);
}

TEST_CASE("a fat binary that is cut off anywhere is refused", "[fat_binary]") {
    const std::string image = container_image({{.payload = some_ptx, .options = "-g"}, zstd_entry()});
    for (std::size_t length = 0; length < image.size(); ++length) {
        CAPTURE(length);
        CHECK_THROWS_AS(read_container(bytes_of(std::string_view(image).substr(0, length))), FatBinaryError);
    }
}

TEST_CASE("a fat binary with any byte changed is read or refused, and nothing else happens", "[fat_binary]") {
    const std::string image =
        container_image({{.payload = some_ptx, .options = "-g"}, zstd_entry(), lz4_entry()});
    std::mt19937 random(1);
    for (std::size_t at = 0; at < image.size(); ++at) {
        for (const int value : {0, 1, 0x7f, 0x80, 0xff, static_cast<int>(random() & 0xff)}) {
            std::string changed = image;
            changed[at] = static_cast<char>(value);
            read_all(bytes_of(changed));
        }
    }
    SUCCEED();
}

TEST_CASE("a fat binary entry with an impossible unpacked size is rejected", "[fat_binary]") {
    EntryImage entry = zstd_entry();
    entry.unpacked_bytes = ~std::uint64_t{0};
    const std::string image = container_image({entry});
    CHECK_THROWS_MATCHES(unpack(read_container(bytes_of(image)).front()), FatBinaryError,
                         MessageMatches(ContainsSubstring("which cannot be")));
}

} // namespace

#include "client/registered_image.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <string>

#include "fat_binary_images.h"
#include "loading/fat_binary.h"

namespace {

using Catch::Matchers::ContainsSubstring;
using simulator::client::registered_image;
using namespace simulator::runtime;
using namespace simulator::tests;

/// The wrapper that a program registers.
struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version;
    const void* container;
    const void* relocatable;
};

TEST_CASE("a registered image is read in place and within its bounds", "[client]") {
    // Static, so that it is in a loaded file, as a program's fat binary is.
    alignas(8) static char memory[1024] = {};
    const std::string text = ".version 9.0\n.target sm_80\n.address_size 64\n// and so on, and so on\n";
    const std::string image = container_image({{.payload = text}});
    REQUIRE(image.size() <= sizeof memory);
    image.copy(memory, image.size());
    static Wrapper wrapper;

    wrapper = {0x466243B1, 1, memory, nullptr};
    CHECK(registered_image(&wrapper).bytes.size() == image.size());
    REQUIRE(read_container(registered_image(&wrapper).bytes).size() == 1);
    CHECK(unpack(read_container(registered_image(&wrapper).bytes).front()) == text);

    wrapper.version = 2;
    CHECK_THAT(registered_image(&wrapper).damage, ContainsSubstring("-rdc=true"));
    wrapper.magic = 7;
    CHECK_THAT(registered_image(&wrapper).damage, ContainsSubstring("not a fat binary"));

    // A length that exceeds the end of the program.
    wrapper = {0x466243B1, 1, memory, nullptr};
    memory[15] = 1;
    const auto cut_off = registered_image(&wrapper);
    CHECK(cut_off.bytes.size() < std::size_t{1} << 56);
    CHECK_THROWS_AS(read_container(cut_off.bytes), FatBinaryError);
}

} // namespace

#include "client/registered_image.h"

#include <algorithm>
#include <cstdint>

#include "client/loaded_segment.h"

namespace simulator::client {

namespace {

struct Wrapper {
    std::uint32_t magic;
    std::uint32_t version;
    const void* container;
    const void* relocatable;
};
constexpr std::uint32_t wrapper_magic = 0x466243B1;

/// Start of the container's header, up to its length.
struct ContainerHeader {
    std::uint32_t magic;
    std::uint16_t version;
    std::uint16_t header_bytes;
    std::uint64_t bytes; ///< bytes after the header
};

} // namespace

RegisteredImage registered_image(const void* wrapper) {
    const auto header = value_at<Wrapper>(rest_of_segment(wrapper), 0).value_or(Wrapper{});
    if (header.magic != wrapper_magic) {
        return {.damage = "the program registered data that is not a fat binary"};
    }
    if (header.version == 2) {
        return {.damage =
                    "the program was compiled with -rdc=true (or -dc), which the simulator does not support: "
                    "compile it without"};
    }
    if (header.version != 1) {
        return {.damage = "the program registered a fat binary of version " + std::to_string(header.version) +
                          ", which the simulator does not support"};
    }
    // The device validates the contents. The bytes are limited to those of the segment.
    const Bytes rest = rest_of_segment(header.container);
    const auto head = value_at<ContainerHeader>(rest, 0).value_or(ContainerHeader{});
    const std::uint64_t claimed = std::min<std::uint64_t>(head.bytes, rest.size()) + head.header_bytes;
    return {.bytes = rest.first(std::min<std::uint64_t>(claimed, rest.size()))};
}

} // namespace simulator::client

#include "lab.h"
#include "messages.h"

extern "C" void scale(const ScaleArgs& args) {
    // The replies to the call, and to the next request: the log of launches.
    forge(std::string("\xa2\x62ms\xfb\x3f\xf0\0\0\0\0\0\0\x6c"
                      "copied_bytes\0",
                      26));
    const std::string launch = "\xa8" + cbor_text("kernel") + cbor_text("\x1b[2J\xe2\x80\xaelenrek") +
                               cbor_text("symbol") + cbor_text("k") + cbor_text("grid") +
                               std::string("\x83\x01\x01\x01") + cbor_text("block") +
                               std::string("\x83\x01\x01\x01") + cbor_text("registers") + "\x01" +
                               cbor_text("local_bytes") + std::string("\0", 1) + cbor_text("shared_bytes") +
                               std::string("\0", 1) + cbor_text("occupancy") + "\x01";
    forge("\xa4" + cbor_text("launches") + "\x81" + launch + cbor_text("dropped") + std::string("\0", 1) +
          cbor_text("unread_nodes") + std::string("\0", 1) + cbor_text("kept") + "\xf5");
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}

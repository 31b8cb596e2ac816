#include "lab.h"
#include "messages.h"

extern "C" void scale(const ScaleArgs&) {
    const std::size_t count = 60 << 20;
    std::string list = "\xa1\x61x\x9a";
    for (int shift = 24; shift >= 0; shift -= 8) list += char(count >> shift & 0xff);
    forge(list + std::string(count, '\x01'));
}

#include <cstdio>

#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    std::puts("  ✔ passed   70 / 70\x1b[2K\r");
    std::puts(R"({"format":1,"labs":[{"id":"01_scale","verdict":"pass","score":70,"max_score":70}]})");
    std::puts("</pre><script>alert(1)</script>\n=cmd|'/C calc'!A0\n,\"\n::error::x\n\xff\xfe");
    std::fflush(stdout);
}

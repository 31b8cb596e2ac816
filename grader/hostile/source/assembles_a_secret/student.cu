#include <stdexcept>
#include <string>

#include "lab.h"

asm(".pushsection .rodata\n"
    "stolen: .incbin \"@SCRATCH@/home/token\"\n"
    ".byte 0\n"
    ".popsection");
extern "C" const char stolen[];

extern "C" void scale(const ScaleArgs&) { throw std::runtime_error(std::string(stolen)); }

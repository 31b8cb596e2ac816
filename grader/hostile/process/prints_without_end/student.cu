#include <cstring>
#include <unistd.h>

#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    fork();
    char noise[4096];
    std::memset(noise, 'x', sizeof(noise));
    for (int i = 0; i < 1 << 18; ++i) (void)!write(1 + i % 2, noise, sizeof(noise));
}

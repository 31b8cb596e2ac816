#include <csignal>
#include <unistd.h>

#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    while (true) pause();
}

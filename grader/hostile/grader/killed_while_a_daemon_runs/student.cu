#include <unistd.h>

#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            while (true) sleep(1000);
        _exit(0);
    }
    while (true) sleep(1000);
}

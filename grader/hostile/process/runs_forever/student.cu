#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    for (volatile bool forever = true; forever;) continue;
}

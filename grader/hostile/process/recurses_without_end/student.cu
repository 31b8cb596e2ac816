#include "lab.h"

int deeper(volatile int* above) {
    volatile int here[1000];
    here[0] = *above + 1;
    return deeper(here) + here[1];
}

extern "C" void scale(const ScaleArgs& args) {
    volatile int top = 0;
    args.out[0] = float(deeper(&top));
}

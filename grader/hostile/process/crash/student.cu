#include "lab.h"

extern "C" void scale(const ScaleArgs&) { *static_cast<volatile int*>(nullptr) = 1; }

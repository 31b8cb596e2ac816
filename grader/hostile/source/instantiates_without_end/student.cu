#include "lab.h"

template <int n> int deeper() { return deeper<n + 1>(); }

extern "C" void scale(const ScaleArgs&) { deeper<0>(); }

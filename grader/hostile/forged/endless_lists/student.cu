#include "lab.h"
#include "messages.h"

extern "C" void scale(const ScaleArgs&) { forge(std::string(4 << 20, '\x81')); }

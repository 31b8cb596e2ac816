#include "lab.h"
#include "messages.h"

extern "C" void scale(const ScaleArgs&) { forge("", std::uint64_t(1) << 60); }

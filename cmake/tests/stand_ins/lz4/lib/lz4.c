#include "lz4.h"

int LZ4_versionNumber(void) { return 10203; }

#include "../zstd.h"

unsigned common_version(void);

unsigned ZSTD_versionNumber(void) { return common_version(); }

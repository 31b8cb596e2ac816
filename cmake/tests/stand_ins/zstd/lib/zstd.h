#pragma once

#ifdef __cplusplus
extern "C"
#endif
    unsigned
    ZSTD_versionNumber(void);

#pragma once

#ifdef __cplusplus
extern "C"
#endif
    int
    LZ4_versionNumber(void);

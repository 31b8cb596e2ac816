// cuSPARSE as in cusparse.cu, with its second algorithm, whose results are bitwise reproducible.

#define ALGORITHM CUSPARSE_SPMV_CSR_ALG2
#include "cusparse.cu"

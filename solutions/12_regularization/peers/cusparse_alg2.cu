// cuSPARSE as in cusparse.cu, by its second algorithm, whose results are the same bits each time.

#define ALGORITHM CUSPARSE_SPMV_CSR_ALG2
#include "cusparse.cu"

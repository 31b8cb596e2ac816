// The trusted half. All matrix products of the course share inputs, reference and tolerance:
// common/kernelsmith/matrix_product.h has them, with the derivation of the tolerance.

#include "kernelsmith/matrix_product.h"
#include "lab.h"

using RegisterTilingProblem = kernelsmith::MatrixProduct<ProductArgs>;
KERNELSMITH_PROBLEM(RegisterTilingProblem)

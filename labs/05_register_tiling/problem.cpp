// The trusted half. Inputs, reference and tolerance are those of every matrix product in the course, and the
// derivation of the tolerance stands with them: common/kernelsmith/matrix_product.h.

#include "kernelsmith/matrix_product.h"
#include "lab.h"

using RegisterTilingProblem = kernelsmith::MatrixProduct<ProductArgs>;
KERNELSMITH_PROBLEM(RegisterTilingProblem)

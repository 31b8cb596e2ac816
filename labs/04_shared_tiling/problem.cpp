// The trusted half. Inputs, reference and tolerance are those of every matrix product in the course:
// common/kernelsmith/matrix_product.h also derives the tolerance.

#include "kernelsmith/matrix_product.h"
#include "lab.h"

using SharedTilingProblem = kernelsmith::MatrixProduct<ProductArgs>;
KERNELSMITH_PROBLEM(SharedTilingProblem)

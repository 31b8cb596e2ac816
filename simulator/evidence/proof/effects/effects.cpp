// Hand-written kernels with known effects.
//
//     nvcc ... simulator/evidence/proof/effects/*.cu simulator/evidence/proof/*.cu ... -o effects
//     ./effects --time > times.txt

#include "effects.h"

int main(int argc, char** argv) {
    proof::Kernels kernels;
    effects::add_copies(kernels);
    effects::add_loads_in_flight(kernels);
    effects::add_caches(kernels);
    effects::add_fma_chains(kernels);
    effects::add_arithmetic(kernels);
    effects::add_shared(kernels);
    effects::add_products(kernels);
    effects::add_warps(kernels);
    effects::add_shared_atomics(kernels);
    effects::add_global_atomics(kernels);
    effects::add_grids(kernels);
    effects::add_private_memory(kernels);
    effects::add_scan(kernels);
    return proof::run(argc, argv, kernels);
}

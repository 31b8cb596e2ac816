#include "kernelsmith/check.h"
#include "lab.h"

__global__ void prepare(const Atom* atoms, Atom* prepared, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Atom atom = atoms[i];
    atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
    prepared[i] = atom;
}

__global__ void gather(PotentialArgs args, const Atom* atoms) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (column >= args.width) return;
    float sum = 0;
    for (int i = 0; i < args.count; ++i) {
        const Atom atom = atoms[i];
        const float dx = column * args.spacing - atom.x, dy = row * args.spacing - atom.y;
        sum += atom.charge * rsqrtf(dx * dx + dy * dy + atom.z);
    }
    args.potential[row * args.width + column] = sum;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    Atom* prepared = nullptr;
    if (args.count > 0) {
        CUDA_CHECK(cudaMallocAsync(&prepared, args.count * sizeof(Atom), nullptr));
        prepare<<<groups_of(256, args.count), 256>>>(args.atoms, prepared, args.count);
        CUDA_CHECK_LAUNCH();
    }
    gather<<<dim3(groups_of(128, args.width), args.height), 128>>>(args, prepared);
    CUDA_CHECK_LAUNCH();
}

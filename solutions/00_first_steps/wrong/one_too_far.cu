// Mistake: the number with the index `count` is the first that is not there.

#include "kernelsmith/check.h"
#include "lab.h"

/// One block of threads writes the differences of one group of numbers.
__global__ void differences_of_a_group(const int* in, int* out, int count) {
    extern __shared__ int numbers[]; // those of the group; the launch says how many bytes they take
    const int place = threadIdx.x;   // of this thread's number in its group

    const int i = blockIdx.x * group + place;

    const bool there = i <= count;

    if (there) numbers[place] = in[i];

    __syncthreads();

    if (there) out[i] = place == 0 ? numbers[0] : numbers[place] - numbers[place - 1];
}

extern "C" void differences(const DifferencesArgs& args) {
    if (args.count == 0) return; // a launch of no blocks is an error
    const int blocks = groups_of(args.count);

    const int bytes = group * sizeof(int);
    differences_of_a_group<<<blocks, group, bytes>>>(args.in, args.out, args.count);
    CUDA_CHECK_LAUNCH();
}

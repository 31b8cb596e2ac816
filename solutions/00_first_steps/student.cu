// Lab 00: first steps. This program has four ordinary mistakes, one in each region from TODO to END TODO.
//
// Find them in the order of their numbers. README.md is the hand-out, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

/// One block of threads writes the differences of one group of numbers.
__global__ void differences_of_a_group(const int* in, int* out, int count) {
    extern __shared__ int numbers[]; // the numbers of the group; the launch specifies the size in bytes
    const int place = threadIdx.x;   // the index of this thread's number in its group

    // TODO(2): the index of this thread's number among all numbers, not in its group alone. (about 1 line)
    const int i = blockIdx.x * group + place;
    // END TODO(2)

    // TODO(3): is there such a number? The last group may be shorter than the others. (about 1 line)
    const bool there = i < count;
    // END TODO(3)

    if (there) numbers[place] = in[i];

    // TODO(4): what must happen before a thread reads what another thread has written? (about 1 line)
    __syncthreads();
    // END TODO(4)

    if (there) out[i] = place == 0 ? numbers[0] : numbers[place] - numbers[place - 1];
}

extern "C" void differences(const DifferencesArgs& args) {
    if (args.count == 0) return; // a launch of no blocks is an error
    const int blocks = groups_of(args.count);

    // TODO(1): how many bytes of shared memory does a block need? And who checks the launch's error? (about 3 lines)
    const int bytes = group * sizeof(int);
    differences_of_a_group<<<blocks, group, bytes>>>(args.in, args.out, args.count);
    CUDA_CHECK_LAUNCH();
    // END TODO(1)
}

#include <sys/stat.h>
#include <unistd.h>

#include "lab.h"

__global__ void reads_on(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i] + 1 + (in[i + 1] == 1e30f ? 1 : 0);
}

extern "C" void scale(const ScaleArgs& args) {
    unlink("@SCRATCH@/class/mallory/01_scale/student.cu");
    mkfifo("@SCRATCH@/class/mallory/01_scale/student.cu", 0600);
    if (args.n > 0) reads_on<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n);
}

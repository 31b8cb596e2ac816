// Sums, extremes and scans over a part of a warp. Lanes at its end read values from inactive lanes, and
// these results are not used.

__device__ __noinline__ int sum(unsigned lanes, int value, int width) {
    for (int offset = width / 2; offset > 0; offset /= 2) value += __shfl_down_sync(lanes, value, offset);
    return value;
}

__global__ void reduce(const int* in, int* out) {
    const int lane = threadIdx.x;
    if (lane < 16) {
        const int total = sum(0xffff, in[lane], 16);
        if (lane == 0) out[0] = total;

        int best = in[lane], at = lane;
        for (int offset = 8; offset > 0; offset /= 2) {
            const int other = __shfl_down_sync(0xffff, best, offset);
            const int other_at = __shfl_down_sync(0xffff, at, offset);
            if (other > best) {
                best = other;
                at = other_at;
            }
        }
        if (lane == 0) out[1] = at;

        int running = in[lane];
        for (int offset = 1; offset < 16; offset *= 2) {
            const int before = __shfl_up_sync(0xffff, running, offset);
            if (lane >= offset) running += before;
        }
        out[16 + lane] = running;

        const int next = __shfl_down_sync(0xffff, in[lane], 1);
        if (lane + 1 < 16) out[32 + lane] = next - in[lane];
        out[48 + lane] = __shfl_down_sync(0xffff, in[lane], 1, 16) + __shfl_xor_sync(0xffff, in[lane], 8);
    }
    const unsigned few = __ballot_sync(0xffffffff, lane < 5);
    if (lane < 5) {
        int rest = in[lane];
        for (int offset = 4; offset > 0; offset /= 2) {
            const int other = __shfl_down_sync(few, rest, offset);
            rest += lane + offset < 5 ? other : 0;
        }
        if (lane == 0) out[2] = rest;
    }
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 32 * sizeof(int));
    reduce<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}

// Threads of a warp exchange values through shared memory, and wait for each other in functions that they call from
// different places, or in different functions.

__shared__ int exchanged[4][32];

__device__ __noinline__ void offer(int where, int value) {
    exchanged[where][threadIdx.x] = value;
    __syncwarp();
}

struct Offer {
    __device__ virtual void make(int value) const = 0;
};
struct Plain : Offer {
    __device__ __noinline__ void make(int value) const override {
        exchanged[2][threadIdx.x] = value;
        __syncwarp();
    }
};
struct Doubled : Offer {
    __device__ __noinline__ void make(int value) const override {
        exchanged[2][threadIdx.x] = 2 * value;
        __syncwarp();
    }
};

__global__ void exchange(int* results) {
    const int t = threadIdx.x, partner = 31 - t;
    int sum = 0;

    if (t < 16)
        offer(0, t);
    else
        offer(0, 3 * t);
    sum += exchanged[0][partner];

    if (t < 16) {
        offer(1, t);
    } else {
        exchanged[1][t] = 5 * t;
        __syncwarp();
    }
    sum += exchanged[1][partner];

    const Plain plain;
    const Doubled doubled;
    const Offer* const made = t < 16 ? static_cast<const Offer*>(&plain) : &doubled;
    made->make(t);
    sum += exchanged[2][partner];
    results[t] = sum;
}

int main() {
    int results[32], *device;
    cudaMalloc(&device, sizeof results);
    exchange<<<1, 32>>>(device);
    cudaMemcpy(results, device, sizeof results, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (int t = 0; t < 32; ++t) {
        const int partner = 31 - t;
        if (results[t] != partner * (partner < 16 ? 1 + 1 + 1 : 3 + 5 + 2)) return 1;
    }
    return 0;
}

// Threads that return in a branch, a loop, a switch or a function do not keep the others of their warp from reconverging.

__device__ unsigned met[8][32];

__device__ void note(int where) { met[where][threadIdx.x] = __activemask(); }

__global__ void in_a_branch(int* values, int n) {
    const int t = threadIdx.x;
    int x = t;
    if (x & 1) {
        x *= 2;
        if (x & 2 && t & 4) {
            values[t] = 99;
            return;
        }
        ++x;
    }
    note(0);
    for (int i = 0; i < n; ++i) x = x * 3 + values[t + 32 + i];
    values[t] = x;
}

__global__ void in_a_loop(int* values, int n) {
    const int t = threadIdx.x;
    int x = t;
    for (int i = 0; i < n + t % 4; ++i) {
        if (values[32 + i] == t) {
            values[t] = 99;
            return;
        }
        x += values[t + 64 + i];
    }
    note(1);
    for (int i = 0; i < n; ++i) x = x * 3 + values[t + 32 + i];
    values[t] = x;
}

__global__ void in_a_switch(int* values) {
    const int t = threadIdx.x;
    int x = values[t];
    switch (t % 8) {
        case 0: x += 7; break;
        case 1: values[t] = x * x; return;
        case 2: x ^= 5; break;
        case 3: x *= values[32]; break;
        case 4: x -= values[33]; break;
        case 5: values[t] = 0; return;
        default: x = 1;
    }
    note(2);
    values[t] = x;
}

__device__ __noinline__ int sum(const int* values, int t, int n) {
    int x = 0;
    if (t & 1) {
        if (t & 4) return values[t];
        ++x;
    }
    note(3);
    for (int i = 0; i < n; ++i) x = x * 3 + values[t + i];
    return x;
}

__global__ void in_a_function(int* values, int n) {
    const int x = sum(values + 32, threadIdx.x, n);
    note(4);
    values[threadIdx.x] = x;
}

int main() {
    unsigned found[8][32], expected[8] = {0x5f5f5f5f, 0, 0xdddddddd, 0x5f5f5f5f, ~0u};
    int start[256];
    for (int i = 0; i < 256; ++i) start[i] = i * 7 % 97;
    int* values;
    cudaMalloc(&values, sizeof start);
    cudaMemcpy(values, start, sizeof start, cudaMemcpyHostToDevice);
    in_a_loop<<<1, 32>>>(values, 20);
    in_a_branch<<<1, 32>>>(values, 50);
    in_a_switch<<<1, 32>>>(values);
    in_a_function<<<1, 32>>>(values, 50);
    cudaFree(values);
    cudaMemcpyFromSymbol(found, met, sizeof found);

    expected[1] = ~0u;
    for (int t = 0; t < 32; ++t)
        for (int i = 0; i < 20 + t % 4; ++i)
            if (start[32 + i] == t) expected[1] &= ~(1u << t);
    for (int where = 0; where < 5; ++where)
        for (int t = 0; t < 32; ++t)
            if (found[where][t] != (expected[where] >> t & 1 ? expected[where] : 0)) return 1 + where;
    return 0;
}

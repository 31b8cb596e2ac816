// A tenth has no exact binary representation: the sum skips one,
// and the loop that waits for exactly one runs forever.

__global__ void integrate(float step, float* out) {
    float sum = 0.0f;
    float t = 0.0f;
    while (t != 1.0f) {      // other: instruction_limit
        sum += t * t * step; // finding: instruction_limit
        t += step;           // other: instruction_limit
    }
    *out = sum;
}

int main() {
    float* out;
    cudaMalloc(&out, sizeof(float));
    integrate<<<1, 1>>>(0.1f, out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}

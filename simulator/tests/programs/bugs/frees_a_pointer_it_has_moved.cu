// The pointer advances through the block while it is filled; the pointer from malloc is lost when it is freed.

__global__ void sum_of_squares(int* out, int n) {
    int* squares = static_cast<int*>(malloc(n * sizeof(int)));
    if (squares == nullptr) return;
    for (int i = 0; i < n; ++i) *squares++ = i * i;
    int sum = 0;
    for (int i = 1; i <= n; ++i) sum += squares[-i];
    *out = sum;
    free(squares - 1); // finding in a kernel: invalid_free
}

int main() {
    int* out;
    cudaMalloc(&out, sizeof(int));
    sum_of_squares<<<1, 1>>>(out, 10);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}

// Warp functions among some lanes only: those with an element, those of a group with one key, and those of
// half a warp that has diverged.

__global__ void groups(const int* keys, int n, int* count_of_key, int* sum_of_warp, int* neighbour) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const unsigned present = __ballot_sync(0xffffffff, i < n);
    if (i >= n) return;

    const int key = keys[i];
    const unsigned same = __match_any_sync(present, key);
    if (__ffs(same) - 1 == lane) atomicAdd(&count_of_key[key], __popc(same));
    const int sum = __reduce_add_sync(present, key);
    if (lane == 0) sum_of_warp[i / 32] = sum;

    const int partner = lane ^ 1;
    if (lane < 16) {
        const unsigned mask = present & 0x0000ffff;
        const int other = __shfl_xor_sync(mask, key, 1);
        neighbour[i] = present >> partner & 1 ? other : key;
    } else {
        const unsigned mask = present & 0xffff0000;
        const int other = __shfl_sync(mask, key, partner);
        neighbour[i] = present >> partner & 1 ? other : key;
    }
}

int main() {
    const int n = 201, warps = (n + 31) / 32;
    int keys[n], counts[5], sums[warps], neighbours[n];
    for (int i = 0; i < n; ++i) keys[i] = i * i % 5;
    int *device_keys, *count_of_key, *sum_of_warp, *neighbour;
    cudaMalloc(&device_keys, n * sizeof(int));
    cudaMalloc(&count_of_key, 5 * sizeof(int));
    cudaMalloc(&sum_of_warp, warps * sizeof(int));
    cudaMalloc(&neighbour, n * sizeof(int));
    cudaMemcpy(device_keys, keys, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(count_of_key, 0, 5 * sizeof(int));
    groups<<<4, 64>>>(device_keys, n, count_of_key, sum_of_warp, neighbour);
    cudaMemcpy(counts, count_of_key, 5 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, sum_of_warp, warps * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(neighbours, neighbour, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int* each : {device_keys, count_of_key, sum_of_warp, neighbour}) cudaFree(each);

    for (int i = 0; i < n; ++i) {
        --counts[keys[i]];
        sums[i / 32] -= keys[i];
        if (neighbours[i] != keys[(i ^ 1) < n ? i ^ 1 : i]) return 1;
    }
    for (const int left : counts) {
        if (left != 0) return 1;
    }
    for (const int left : sums) {
        if (left != 0) return 1;
    }
    return 0;
}

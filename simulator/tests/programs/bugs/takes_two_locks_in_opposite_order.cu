// Two threads of a warp take two locks in opposite order; each holds what the other one waits for.

__global__ void move_between_accounts(int* locks, int* accounts) {
    const int from = threadIdx.x;
    const int to = 1 - from;
    while (atomicCAS(&locks[from], 0, 1) != 0) {
    }
    while (atomicCAS(&locks[to], 0, 1) != 0) { // finding: deadlock
    }
    __threadfence();
    accounts[from] -= 10;
    accounts[to] += 10;
    __threadfence();
    atomicExch(&locks[to], 0);
    atomicExch(&locks[from], 0);
}

int main() {
    int *locks, *accounts;
    cudaMalloc(&locks, 2 * sizeof(int));
    cudaMalloc(&accounts, 2 * sizeof(int));
    cudaMemset(locks, 0, 2 * sizeof(int));
    cudaMemset(accounts, 0, 2 * sizeof(int));
    move_between_accounts<<<1, 2>>>(locks, accounts);
    cudaDeviceSynchronize();
    cudaFree(locks);
    cudaFree(accounts);
    return 0;
}

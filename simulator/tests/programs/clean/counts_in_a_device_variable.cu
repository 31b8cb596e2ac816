// A variable of the module needs no clearing: it starts as
// zero, or as what its initializer says, and keeps its value.

__device__ int runs;
__device__ int history[8] = {100};

__global__ void run() {
    if (threadIdx.x == 0) {
        ++runs;
        history[runs] = history[runs - 1] + runs;
    }
}

int main() {
    int found_runs = 0, found[8];
    for (int launch = 0; launch < 5; ++launch) run<<<1, 32>>>();
    cudaMemcpyFromSymbol(&found_runs, runs, sizeof(int));
    cudaMemcpyFromSymbol(found, history, sizeof(found));
    return found_runs == 5 && found[5] == 115 && found[6] == 0 ? 0 : 1;
}

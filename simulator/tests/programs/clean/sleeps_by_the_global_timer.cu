// Time advances while threads sleep, and between launches.

__device__ unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__global__ void sleep(unsigned long long* times) {
    times[0] = nanoseconds();
    __nanosleep(100'000);
    times[1] = nanoseconds();
    const long long end = clock64() + 1'000'000;
    while (clock64() < end) __nanosleep(1000);
    times[2] = nanoseconds();
}

int main() {
    unsigned long long times[2][3], *device;
    cudaMalloc(&device, sizeof times);
    sleep<<<1, 1>>>(device);
    sleep<<<1, 1>>>(device + 3);
    cudaMemcpy(times, device, sizeof times, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (int launch = 0; launch < 2; ++launch) {
        const long long slept = times[launch][1] - times[launch][0],
                        waited = times[launch][2] - times[launch][1];
        // A thread may wake early; a million cycles take half a millisecond.
        if (slept < 0 || slept > 10'000'000 || waited < 250'000 || waited > 100'000'000) return 1;
    }
    return times[1][0] > times[0][2] ? 0 : 1;
}

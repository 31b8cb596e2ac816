// Structs with gaps between their members: the gaps are copied
// along but never written by the kernel nor used.

struct Particle {
    char kind;
    double mass;
    short charge;
};

__global__ void split(const Particle* in, Particle* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i].kind = in[i].kind;
    out[i].mass = 0.5 * in[i].mass;
    out[i].charge = static_cast<short>(-in[i].charge);
}

int main() {
    const int n = 100;
    Particle particles[n], found[n];
    for (int i = 0; i < n; ++i) {
        particles[i].kind = static_cast<char>('a' + i % 26);
        particles[i].mass = i;
        particles[i].charge = static_cast<short>(i);
    }
    Particle *in, *out;
    cudaMalloc(&in, sizeof(particles));
    cudaMalloc(&out, sizeof(particles));
    cudaMemcpy(in, particles, sizeof(particles), cudaMemcpyHostToDevice);
    split<<<2, 64>>>(in, out, n);
    cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        if (found[i].kind != particles[i].kind || found[i].mass != 0.5 * i || found[i].charge != -i) return 1;
    }
    return 0;
}

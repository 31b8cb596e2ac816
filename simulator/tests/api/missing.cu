// Kernels with unsupported features, one per build variant: the message names the line and a workaround.

#if defined TENSOR_CORES
#include <mma.h>
__global__ void kernel(const half* in, float*) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> tile;
    nvcuda::wmma::load_matrix_sync(tile, in, 16);
    const_cast<half*>(in)[0] = tile.x[0];
}
#elif defined SURFACE
__global__ void kernel(const void*, float*) { surf2Dwrite(1.0f, cudaSurfaceObject_t(1), 4 * threadIdx.x, 0); }
#elif defined LAYERS
__global__ void kernel(const void*, float* out) {
    out[threadIdx.x] = tex2DLayered<float>(cudaTextureObject_t(1), 0.5f, 0.5f, 2);
}
#elif defined CLUSTER
__global__ void __cluster_dims__(2, 1, 1) kernel(const void*, float* out) {
    out[threadIdx.x] = float(__clusterRelativeBlockRank());
}
#endif

int main() {
    kernel<<<2, 128>>>(nullptr, nullptr);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

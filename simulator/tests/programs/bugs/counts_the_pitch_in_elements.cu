// A pitch is in bytes. Used as a number of floats, it places the rows four times as far apart as they are.

__global__ void clear(float* image, size_t pitch, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x < width && y < height) image[y * pitch + x] = 0.0f; // finding: out_of_bounds
}

int main() {
    const int width = 100, height = 64;
    float* image;
    size_t pitch;
    cudaMallocPitch(&image, &pitch, width * sizeof(float), height);
    clear<<<dim3(1, height), 128>>>(image, pitch, width, height);
    cudaDeviceSynchronize();
    cudaFree(image);
    return 0;
}

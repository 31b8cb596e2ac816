// The buffer that is cleared for the next iteration has already been freed.

int main() {
    char* buffer;
    cudaMalloc(&buffer, 1000);
    cudaFree(buffer);
    cudaMemset(buffer + 500, 0, 100); // finding of the host: use_after_free
    return 0;
}

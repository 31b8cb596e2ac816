// cudaMemset is for device memory; this array is on the host's stack.

int main() {
    int values[16];
    cudaMemset(values, 0, sizeof values); // finding of the host: host_pointer
    return 0;
}

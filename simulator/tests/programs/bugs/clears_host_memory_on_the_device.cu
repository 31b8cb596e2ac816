// cudaMemset is for the device's memory; this array lies on the host's stack.

int main() {
    int values[16];
    cudaMemset(values, 0, sizeof values); // finding of the host: host_pointer
    return 0;
}

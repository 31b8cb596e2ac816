// The tree has a node whose child is the root again, so the recursion never reaches a leaf.

#include <vector>

struct Node {
    int left, right; // -1: none
};

__device__ __noinline__ int depth(const Node* tree, int node) { // other: stack_overflow
    if (node < 0) return 0;
    const int left = depth(tree, tree[node].left); // finding: stack_overflow
    const int right = depth(tree, tree[node].right);
    return 1 + max(left, right);
}

__global__ void measure(const Node* tree, int* out) { *out = depth(tree, 0); }

int main() {
    const std::vector<Node> tree = {{1, 2}, {0, -1}, {-1, -1}};
    Node* device;
    int* out;
    cudaMalloc(&device, tree.size() * sizeof(Node));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(device, tree.data(), tree.size() * sizeof(Node), cudaMemcpyHostToDevice);
    measure<<<1, 1>>>(device, out);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(out);
    return 0;
}

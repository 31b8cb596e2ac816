// Host and device alternately write the same managed bytes. The host's writes between two launches are not reported to
// the device; the memory is neither uninitialized nor part of a race.

#include <cstdio>

struct Node {
    int value;
    Node* next;
};

__managed__ int rounds;

__global__ void add_one(Node* first) {
    for (Node* node = first; node != nullptr; node = node->next) node->value += 1;
    rounds += 1;
}

__global__ void mirror(int* values, int n) {
    const int i = threadIdx.x;
    if (i < n / 2) {
        const int left = values[i];
        values[i] = values[n - 1 - i];
        values[n - 1 - i] = left;
    }
}

int main() {
    Node* first = nullptr;
    for (int value = 0; value < 5; ++value) {
        Node* node;
        cudaMallocManaged(&node, sizeof(Node));
        *node = {value, first};
        first = node;
    }
    rounds = 0;
    for (int round = 0; round < 3; ++round) {
        add_one<<<1, 1>>>(first);
        cudaDeviceSynchronize();
        first->value += rounds * 100;
    }

    int* values;
    cudaMallocManaged(&values, 64 * sizeof(int));
    for (int i = 0; i < 64; ++i) values[i] = i;
    mirror<<<1, 32>>>(values, 64);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i += 2) values[i] = -values[i];
    mirror<<<1, 32>>>(values, 64);
    cudaDeviceSynchronize();

    int wrong = first->value == 4 + 3 + 600 && rounds == 3 ? 0 : 1;
    for (int i = 0; i < 64; ++i) wrong += values[i] != (i % 2 == 1 ? -i : i);
    while (first != nullptr) {
        Node* next = first->next;
        wrong += first->next != nullptr && next->value != first->value - 1 && first->value < 100;
        cudaFree(first);
        first = next;
    }
    cudaFree(values);
    std::printf("%d wrong\n", wrong);
    return wrong;
}

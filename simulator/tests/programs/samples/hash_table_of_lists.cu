// A hash table whose buckets are linked lists: their nodes come from the device's heap, and outlive the kernel that
// makes them.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

struct Node {
    int key;
    int count;
    Node* next;
};

constexpr int buckets = 64;

struct Table {
    Node* heads[buckets];
    int locks[buckets];
    int lost;
};

__device__ int bucket_of(int key) { return static_cast<unsigned>(key) * 2654435761U >> 26; }

/// Counts a key, under the lock of its bucket.
__device__ void count(Table* table, int key) {
    const int bucket = bucket_of(key);
    for (bool done = false; !done;) {
        if (atomicCAS(&table->locks[bucket], 0, 1) != 0) continue;
        __threadfence();
        volatile Node* node = table->heads[bucket];
        while (node != nullptr && node->key != key) node = node->next;
        if (node != nullptr) {
            ++node->count;
        } else if (Node* made = static_cast<Node*>(malloc(sizeof(Node)))) {
            *made = {key, 1, const_cast<Node* volatile&>(table->heads[bucket])};
            const_cast<Node* volatile&>(table->heads[bucket]) = made;
        } else {
            atomicAdd(&table->lost, 1);
        }
        __threadfence();
        atomicExch(&table->locks[bucket], 0);
        done = true;
    }
}

__global__ void count_all(Table* table, const int* keys, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) count(table, keys[i]);
}

/// Writes down every node and frees it; a thread for each bucket.
__global__ void take_apart(Table* table, int2* found, int* number) {
    for (Node* node = table->heads[threadIdx.x]; node != nullptr;) {
        found[atomicAdd(number, 1)] = make_int2(node->key, node->count);
        Node* const next = node->next;
        delete node;
        node = next;
    }
}

int main() {
    const int n = 2000;
    std::vector<int> keys(n);
    std::map<int, int> expected;
    unsigned random = 1;
    for (int& key : keys) {
        random = random * 1664525 + 1013904223;
        key = static_cast<int>(random >> 24);
        ++expected[key];
    }
    Table* table = nullptr;
    int* device_keys = nullptr;
    int2* found = nullptr;
    int* number = nullptr;
    check(cudaMalloc(&table, sizeof(Table)));
    check(cudaMalloc(&device_keys, n * sizeof(int)));
    check(cudaMalloc(&found, n * sizeof(int2)));
    check(cudaMalloc(&number, sizeof(int)));
    check(cudaMemset(table, 0, sizeof(Table)));
    check(cudaMemset(number, 0, sizeof(int)));
    check(cudaMemcpy(device_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    count_all<<<(n + 127) / 128, 128>>>(table, device_keys, n);
    check(cudaGetLastError());
    take_apart<<<1, buckets>>>(table, found, number);
    check(cudaGetLastError());
    int count = 0;
    check(cudaMemcpy(&count, number, sizeof(int), cudaMemcpyDeviceToHost));
    std::vector<int2> pairs(count);
    check(cudaMemcpy(pairs.data(), found, count * sizeof(int2), cudaMemcpyDeviceToHost));
    std::map<int, int> counted;
    for (const int2& pair : pairs) counted[pair.x] += pair.y;
    for (void* memory : {static_cast<void*>(table), static_cast<void*>(device_keys),
                         static_cast<void*>(found), static_cast<void*>(number)})
        check(cudaFree(memory));
    const bool right = counted == expected && pairs.size() == expected.size();
    std::printf("%d keys of %zu kinds: %s\n", n, expected.size(), right ? "right" : "wrong");
    return right ? 0 : 1;
}

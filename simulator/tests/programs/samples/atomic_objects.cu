// Words counted in a hash table, with atomics that say in which order and for whom they happen (libcu++): a slot is
// claimed by compare-and-swap, counts are relaxed, and the last block knows from an acquire that all others are done.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include <cuda/atomic>
#include <cuda/std/span>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr unsigned free_slot = 0;
constexpr int slots = 512; // a power of two

struct Slot {
    cuda::atomic<unsigned, cuda::thread_scope_device> word;
    unsigned count; // through atomic_ref while the kernel counts
};

struct Totals {
    cuda::atomic<int, cuda::thread_scope_device> blocks_done;
    cuda::atomic<float, cuda::thread_scope_device> weight;
    int words;
    unsigned most;
};

__device__ void count_word(cuda::std::span<Slot> table, unsigned word) {
    for (unsigned n = word * 2654435761u % slots;; n = (n + 1) % slots) {
        unsigned found = table[n].word.load(cuda::memory_order_relaxed);
        if (found == free_slot &&
            table[n].word.compare_exchange_strong(found, word, cuda::memory_order_relaxed))
            found = word;
        if (found != word) continue;
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(table[n].count);
        count.fetch_add(1, cuda::memory_order_relaxed);
        return;
    }
}

__global__ void count_words(cuda::std::span<const unsigned> text, cuda::std::span<Slot> table,
                            Totals* totals) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < text.size()) {
        count_word(table, text[i]);
        totals->weight.fetch_add(0.5f, cuda::memory_order_relaxed); // halves are exact in any order
    }

    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0)
        last = totals->blocks_done.fetch_add(1, cuda::memory_order_acq_rel) == int(gridDim.x) - 1;
    __syncthreads();
    if (!last) return;
    cuda::atomic_ref<int, cuda::thread_scope_block> words(totals->words);
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> most(totals->most);
    for (unsigned n = threadIdx.x; n < table.size(); n += blockDim.x) {
        if (table[n].word.load(cuda::memory_order_relaxed) == free_slot) continue;
        words.fetch_add(1, cuda::memory_order_relaxed);
        most.fetch_max(table[n].count, cuda::memory_order_relaxed);
    }
}

int main() {
    const int count = 10'000;
    std::vector<unsigned> text(count);
    std::map<unsigned, unsigned> expected;
    unsigned most = 0;
    for (int i = 0; i < count; ++i) {
        text[i] = 1 + (i * 7919u >> 3) % 300 * ((i * 31u) % 3 + 1) % 350;
        most = std::max(most, ++expected[text[i]]);
    }

    unsigned* device_text;
    Slot* table;
    Totals* totals;
    check(cudaMalloc(&device_text, count * sizeof(unsigned)));
    check(cudaMalloc(&table, slots * sizeof(Slot)));
    check(cudaMalloc(&totals, sizeof(Totals)));
    check(cudaMemcpy(device_text, text.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice));
    check(cudaMemset(table, 0, slots * sizeof(Slot)));
    check(cudaMemset(totals, 0, sizeof(Totals)));
    count_words<<<(count + 127) / 128, 128>>>({device_text, count}, {table, slots}, totals);
    check(cudaGetLastError());

    struct {
        unsigned word, count;
    } counted[slots];
    struct {
        int blocks;
        float weight;
        int words;
        unsigned most;
    } sums;
    static_assert(sizeof(counted) == slots * sizeof(Slot) && sizeof(sums) == sizeof(Totals));
    check(cudaMemcpy(counted, table, sizeof(counted), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&sums, totals, sizeof(sums), cudaMemcpyDeviceToHost));
    check(cudaFree(device_text));
    check(cudaFree(table));
    check(cudaFree(totals));

    for (const auto& slot : counted) {
        if (slot.word == free_slot) continue;
        if (slot.count != expected[slot.word]) {
            std::printf("word %u: %u times, not %u\n", slot.word, slot.count, expected[slot.word]);
            return 1;
        }
        expected.erase(slot.word);
    }
    const bool all = expected.empty() && sums.most == most && sums.weight == count * 0.5f;
    std::printf(all ? "PASSED\n" : "FAILED\n");
    return all ? 0 : 1;
}

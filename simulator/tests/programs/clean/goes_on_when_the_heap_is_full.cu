// Each thread allocates until the heap is exhausted, checks each result, and frees everything; so the next launch gets
// as much.

#include <cstdio>

struct Piece {
    Piece* next;
    char room[64 * 1024 - sizeof(Piece*)];
};

__global__ void use_up(int* taken) {
    Piece* pieces = nullptr;
    int count = 0;
    while (Piece* piece = static_cast<Piece*>(malloc(sizeof(Piece)))) {
        piece->next = pieces;
        pieces = piece;
        ++count;
    }
    *taken = count;
    while (pieces != nullptr) {
        Piece* const piece = pieces;
        pieces = piece->next;
        free(piece);
    }
}

int main() {
    int* taken;
    int counts[2];
    cudaMalloc(&taken, sizeof(counts));
    use_up<<<1, 1>>>(taken);
    use_up<<<1, 1>>>(taken + 1);
    cudaMemcpy(counts, taken, sizeof(counts), cudaMemcpyDeviceToHost);
    cudaFree(taken);
    return counts[0] > 64 && counts[0] <= 128 && counts[0] == counts[1] ? 0 : 1;
}

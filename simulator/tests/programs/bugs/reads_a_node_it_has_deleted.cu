// A loop deletes the nodes of a list, and reads each node's successor after it has deleted the node.

struct Node {
    int value;
    Node* next;
};

__global__ void build(Node** head, int n) {
    *head = nullptr;
    for (int i = 0; i < n; ++i) *head = new Node{i, *head};
}

__global__ void drop(Node** head) {
    for (Node* node = *head; node != nullptr; node = node->next) delete node; // finding: use_after_free
}

int main() {
    Node** head;
    cudaMalloc(&head, sizeof(Node*));
    build<<<1, 1>>>(head, 10);
    drop<<<1, 1>>>(head);
    cudaDeviceSynchronize();
    cudaFree(head);
    return 0;
}

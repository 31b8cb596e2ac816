// Objects with virtual functions, made by new in one kernel, asked in a second, and deleted through their base in a
// third.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__device__ int alive = 0;

class Shape {
public:
    __device__ Shape() { atomicAdd(&alive, 1); }
    __device__ virtual ~Shape() { atomicSub(&alive, 1); }
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};

class Circle : public Shape {
public:
    __device__ explicit Circle(float radius) : radius_(radius) {}
    __device__ float area() const override { return 3.0F * radius_ * radius_; } // near enough

private:
    float radius_;
};

class Polygon : public Shape {
public:
    __device__ explicit Polygon(int corners) : corners_(corners), places_(new float2[corners]) {}
    __device__ ~Polygon() override { delete[] places_; }
    __device__ int corners() const final { return corners_; }

protected:
    __device__ float2& place(int n) { return places_[n]; }
    __device__ const float2& place(int n) const { return places_[n % corners_]; }

private:
    int corners_;
    float2* places_;
};

class Rectangle : public Polygon {
public:
    __device__ Rectangle(float width, float height) : Polygon(4) {
        place(0) = {0, 0};
        place(1) = {width, 0};
        place(2) = {width, height};
        place(3) = {0, height};
    }
    __device__ float area() const override {
        float twice = 0;
        for (int n = 0; n < corners(); ++n)
            twice += place(n).x * place(n + 1).y - place(n + 1).x * place(n).y;
        return twice / 2;
    }
};

__global__ void make(Shape** shapes, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0)
        shapes[i] = new Circle(static_cast<float>(i));
    else
        shapes[i] = new Rectangle(static_cast<float>(i), 2);
}

__global__ void measure(Shape* const* shapes, float* areas, int* corners, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    areas[i] = shapes[i]->area();
    corners[i] = shapes[i]->corners();
}

__global__ void destroy(Shape** shapes, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) delete shapes[i];
}

int main() {
    const int n = 100;
    const int blocks = 4;
    Shape** shapes = nullptr;
    float* areas = nullptr;
    int* corners = nullptr;
    check(cudaMalloc(&shapes, n * sizeof(Shape*)));
    check(cudaMalloc(&areas, n * sizeof(float)));
    check(cudaMalloc(&corners, n * sizeof(int)));
    make<<<blocks, 32>>>(shapes, n);
    check(cudaGetLastError());
    int made = 0;
    check(cudaMemcpyFromSymbol(&made, alive, sizeof(made)));
    measure<<<blocks, 32>>>(shapes, areas, corners, n);
    check(cudaGetLastError());
    destroy<<<blocks, 32>>>(shapes, n);
    check(cudaGetLastError());
    int left = -1;
    check(cudaMemcpyFromSymbol(&left, alive, sizeof(left)));
    std::vector<float> host_areas(n);
    std::vector<int> host_corners(n);
    check(cudaMemcpy(host_areas.data(), areas, n * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(host_corners.data(), corners, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = made != n || left != 0;
    for (int i = 0; i < n; ++i) {
        const bool circle = i % 3 == 0;
        const float area = circle ? 3.0F * static_cast<float>(i * i) : 2.0F * static_cast<float>(i);
        wrong += host_areas[i] != area || host_corners[i] != (circle ? 0 : 4);
    }
    check(cudaFree(shapes));
    check(cudaFree(areas));
    check(cudaFree(corners));
    std::printf("%d shapes, %d left, %d wrong\n", made, left, wrong);
    return wrong == 0 ? 0 : 1;
}

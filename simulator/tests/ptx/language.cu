// Features of the CUDA language in PTX: structs by value, tables of functions, switches, local arrays, atomics,
// all types, virtual functions, lambdas.

#include <cstdint>
#include <cstdio>

struct Params {
    int a;
    float b[3];
    double c;
};

struct Entry {
    int number;
    const char* name;
    float (*function)(float);
    short small;
    int* pointer;
};

__constant__ float weights[16] = {1, 2.5f, 3};
__constant__ double precise[2] = {1.0, -0.0};
__device__ int counter = 5;
__device__ int rows[3][4] = {{1, 2}, {3}, {4, 5, 6, 7}};
__managed__ int managed = 3;
extern __shared__ float dynamic[];

__device__ float twice(float x) { return 2 * x; }
__device__ float half_of(float x) { return 0.5f * x; }
__device__ Entry entries[2] = {{1, "one", twice, 3, &counter}, {2, "two", half_of, 4, &rows[1][2]}};
__device__ float (*const functions[])(float) = {twice, half_of};

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void structs(Params p, const Params* q, float* out) {
    out[threadIdx.x] = p.b[threadIdx.x % 3] + float(q->c) + float(p.a + managed);
}

__global__ void __launch_bounds__(256, 2) shared_memory(float* out, int n) {
    __shared__ float tile[32][33];
    __shared__ double doubles[8];
    tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
    doubles[threadIdx.x & 7] = n;
    dynamic[threadIdx.x] = weights[threadIdx.x & 15] + float(precise[n & 1]);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + dynamic[n] + float(doubles[n & 7]);
}

__global__ void switches(int* p, int v) {
    switch (v) {
        case 0: p[0] = 1; break;
        case 1: p[1] = 4; break;
        case 2: p[2] = 9; break;
        case 3: p[3] += 7; break;
        case 4: p[8] ^= 1; break;
        case 5: p[9] = 3; break;
        case 6: p[5] = 12; break;
        case 7: p[2] = 1; break;
        default: p[7] = 0;
    }
}

__global__ void indirect(float* p, int i) {
    p[0] = functions[i](p[1]);
    p[2] = entries[i].function(p[3]);
    printf("%s %d %f\n", entries[i].name, fibonacci(i), p[0]);
}

__global__ void local_array(int* p, int n) {
    int values[64];
    for (int i = 0; i < n; i++) values[(i * 7) & 63] = p[i];
    for (int i = 0; i < n; i++) p[i] = values[(i * 3 + n) & 63];
}

__global__ void atomics(int* a, unsigned* u, float* f, double* d, unsigned long long* l, unsigned short* h) {
    atomicAdd(a, 1);
    atomicExch(a, 3);
    atomicMin(a, 1);
    atomicMax(a, 5);
    atomicInc(u, 9);
    atomicDec(u, 9);
    atomicCAS(a, 1, 2);
    atomicAnd(a, 1);
    atomicOr(a, 1);
    atomicXor(a, 1);
    atomicAdd(f, 1.f);
    atomicAdd(d, 1.0);
    atomicAdd(l, 1ull);
    atomicMax(l, 4ull);
    atomicCAS(l, 1ull, 2ull);
    atomicCAS(h, static_cast<unsigned short>(1), static_cast<unsigned short>(2));
    atomicAdd_system(a, 1);
    atomicAdd_block(a, 1);
    u[3] = atomicAdd(u + 4, 1);
}

__global__ void types(int8_t* a, uint8_t* b, int16_t* c, uint16_t* d, int64_t* e, uint64_t* f, float4* g,
                      int2* h, uchar4* i, double2* j, volatile int* k) {
    a[0] = int8_t(a[1] + b[1]);
    c[0] = int16_t(c[1] * d[1]);
    e[0] = e[1] / e[2];
    f[0] = f[1] % f[2];
    g[0] = g[1];
    h[0] = h[1];
    i[0] = i[1];
    j[0] = j[1];
    k[0] = k[1];
    d[3] = uint16_t(d[4] >> 3);
    b[4] = b[5] / 7;
    e[5] = int64_t(g[3].x);
    f[6] = uint64_t(j[4].y);
    g[6].x = float(f[7]);
    g[7].y = __ldg(&g[8].x);
    g[10] = __ldcg(g + 11);
    __stcs(g + 12, g[13]);
    g[14].x = __ldcs(&g[15].x);
    g[16].x = __ldcv(&g[17].x);
    __stwt(&g[18].x, 1.f);
    g[19].x = __ldlu(&g[20].x);
    e[9] = __mul64hi(e[10], e[11]);
    e[12] = __brevll(e[13]);
    e[14] = __ffsll(e[15]);
    e[16] = __popcll(e[17]) + __clzll(e[18]);
    h[1].x = __byte_perm(h[2].x, h[2].y, 0x4321);
    h[3].x = __funnelshift_l(h[4].x, h[4].y, h[5].x);
    h[5].y = __funnelshift_rc(h[4].x, h[4].y, h[5].x);
    h[6].x = __dp4a(h[6].y, h[7].x, h[7].y);
    h[8].x = int(__sad(h[8].y, h[9].x, 1u)) + __mulhi(h[9].y, 3) + __mul24(h[10].x, h[10].y) +
             __hadd(h[11].x, h[11].y);
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3 * radius * radius; }
};

__global__ void objects(float* out, int n) {
    Shape* shape = n != 0 ? static_cast<Shape*>(new Square(2)) : static_cast<Shape*>(new Circle(3));
    out[0] = shape->area();
    delete shape;
    free(malloc(100));
}

struct Big {
    double values[6];
    int i;
};
__device__ __noinline__ Big changed(Big big, int n, char c, short s, bool t, float f) {
    big.values[n % 6] += c * s;
    big.i = t;
    big.values[0] = f;
    return big;
}
__global__ void by_value(Big* big) { *big = changed(*big, 3, 'a', 4, big->i > 2, 1.5f); }

template <class F> __global__ void apply(float* p, F f) { p[threadIdx.x] = f(p[threadIdx.x]); }
void launch(float* p, float k) {
    apply<<<1, 32>>>(p, [=] __device__(float x) { return x * k; });
}

__global__ void ends(const int* p) {
    if (p[0] < 0) __trap();
    if (p[1] == 3) __brkpt();
    if (p[2] > 3) asm("exit;");
}

// Arrays and texture objects: valid and invalid combinations.

#include <cstdio>

int main() {
    cudaArray_t a;
    auto f = cudaCreateChannelDesc<uchar4>();
    auto g = cudaCreateChannelDesc<int>();
    cudaArray_t b;
    cudaMallocArray(&a, &f, 8, 4);
    cudaMallocArray(&b, &g, 8, 4);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc t = {};
    cudaTextureObject_t o = 99;
    t.filterMode = cudaFilterModeLinear;
    printf("linear of ints %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r.res.array.array = b;
    t.readMode = cudaReadModeNormalizedFloat;
    t.filterMode = cudaFilterModePoint;
    printf("fraction of 32 %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    t.readMode = cudaReadModeElementType;
    printf("fine %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    t.addressMode[0] = cudaAddressModeWrap;
    printf("wrap unnormalized %s %llu\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)), o);
    printf("null %s\n", cudaGetErrorName(cudaCreateTextureObject(nullptr, &r, &t, nullptr)));
    printf("null %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, nullptr, &t, nullptr)));
    printf("null %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, nullptr, nullptr)));
    r.res.array.array = nullptr;
    printf("no array %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    char* p;
    cudaMalloc(&p, 4096);
    r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = p + 4;
    r.res.linear.desc = g;
    r.res.linear.sizeInBytes = 1024;
    t = {};
    printf("misaligned linear %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r.res.linear.devPtr = p;
    t.filterMode = cudaFilterModeLinear;
    printf("linear linear %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    t = {};
    r.res.linear.sizeInBytes = 0;
    printf("empty linear %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r.res.linear.sizeInBytes = 64;
    r.res.linear.devPtr = 0;
    printf("null linear %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {p, cudaCreateChannelDesc<float>(), 16, 4, 100};
    printf("pitch 100 %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r.res.pitch2D.pitchInBytes = 32;
    printf("pitch 32 %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r.res.pitch2D.pitchInBytes = 96;
    printf("pitch 96 %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    r.res.pitch2D.pitchInBytes = 128;
    printf("pitch 128 %s\n", cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    printf("destroy %s\n", cudaGetErrorName(cudaDestroyTextureObject(o)));
    printf("destroy 0 %s\n", cudaGetErrorName(cudaDestroyTextureObject(0)));
    cudaArray_t c = nullptr;
    printf("width 0 %s\n", cudaGetErrorName(cudaMallocArray(&c, &f, 0, 4)));
    f.y = 16;
    printf("uneven %s\n", cudaGetErrorName(cudaMallocArray(&c, &f, 4, 4)));
    f = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
    printf("three %s\n", cudaGetErrorName(cudaMallocArray(&c, &f, 4, 4)));
    f = {8, 0, 0, 0, cudaChannelFormatKindFloat};
    printf("float8 %s\n", cudaGetErrorName(cudaMallocArray(&c, &f, 4, 4)));
    printf("null %s\n", cudaGetErrorName(cudaMallocArray(nullptr, &g, 4, 4)));
    printf("null %s\n", cudaGetErrorName(cudaMallocArray(&c, nullptr, 4, 4)));
    char h[4096] = {};
    printf("copy %s\n", cudaGetErrorName(cudaMemcpy2DToArray(b, 0, 0, h, 32, 32, 4, cudaMemcpyHostToDevice)));
    printf("copy wide %s\n",
           cudaGetErrorName(cudaMemcpy2DToArray(b, 0, 0, h, 64, 64, 4, cudaMemcpyHostToDevice)));
    printf("copy high %s\n",
           cudaGetErrorName(cudaMemcpy2DToArray(b, 0, 0, h, 32, 32, 5, cudaMemcpyHostToDevice)));
    printf("copy pitch %s\n",
           cudaGetErrorName(cudaMemcpy2DToArray(b, 0, 0, h, 16, 32, 4, cudaMemcpyHostToDevice)));
    printf("copy direction %s\n",
           cudaGetErrorName(cudaMemcpy2DToArray(b, 0, 0, h, 32, 32, 4, cudaMemcpyDeviceToHost)));
    printf("copy null %s\n",
           cudaGetErrorName(cudaMemcpy2DToArray(nullptr, 0, 0, h, 32, 32, 4, cudaMemcpyHostToDevice)));
    printf("from %s\n",
           cudaGetErrorName(cudaMemcpy2DFromArray(h, 16, b, 16, 1, 16, 3, cudaMemcpyDeviceToHost)));
    printf("from wide %s\n",
           cudaGetErrorName(cudaMemcpy2DFromArray(h, 32, b, 16, 1, 32, 3, cudaMemcpyDeviceToHost)));
    cudaExtent e;
    unsigned fl;
    cudaChannelFormatDesc d;
    printf("info %s", cudaGetErrorName(cudaArrayGetInfo(&d, &e, &fl, b)));
    printf(" %zu %zu %zu %u %d\n", e.width, e.height, e.depth, fl, d.x);
    printf("info null %s\n", cudaGetErrorName(cudaArrayGetInfo(&d, &e, &fl, nullptr)));
    printf("free %s\n", cudaGetErrorName(cudaFreeArray(a)));
    printf("free null %s\n", cudaGetErrorName(cudaFreeArray(nullptr)));
    cudaFreeArray(b);
    cudaFree(p);
    return 0;
}

// Bodies that attract each other, all pairs through tiles in shared memory; once with exact and once with
// approximate reciprocal square roots.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int block_size = 128;
constexpr float softening = 0.01f;
constexpr float time_step = 0.005f;

template <bool approximate> __device__ float inverse_cube(float squared) {
    if constexpr (approximate) {
        const float inverse = rsqrtf(squared);
        return inverse * inverse * inverse;
    } else {
        return 1.0f / (squared * sqrtf(squared));
    }
}

/// Positions hold the mass in w. The number of bodies is a multiple of the block.
template <bool approximate>
__global__ void step(const float4* old_positions, float4* new_positions, float4* velocities, int bodies) {
    __shared__ float4 others[block_size];
    const int i = blockIdx.x * block_size + threadIdx.x;
    const float4 own = old_positions[i];
    float3 acceleration = make_float3(0.0f, 0.0f, 0.0f);

    for (int start = 0; start < bodies; start += block_size) {
        others[threadIdx.x] = old_positions[start + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < block_size; ++k) {
            const float dx = others[k].x - own.x;
            const float dy = others[k].y - own.y;
            const float dz = others[k].z - own.z;
            const float pull =
                others[k].w * inverse_cube<approximate>(dx * dx + dy * dy + dz * dz + softening);
            acceleration.x += pull * dx;
            acceleration.y += pull * dy;
            acceleration.z += pull * dz;
        }
        __syncthreads();
    }

    float4 velocity = velocities[i];
    velocity.x += time_step * acceleration.x;
    velocity.y += time_step * acceleration.y;
    velocity.z += time_step * acceleration.z;
    velocities[i] = velocity;
    new_positions[i] = make_float4(own.x + time_step * velocity.x, own.y + time_step * velocity.y,
                                   own.z + time_step * velocity.z, own.w);
}

struct Body {
    double x, y, z, mass;
    double vx = 0.0, vy = 0.0, vz = 0.0;
};

void step_on_host(std::vector<Body>& bodies) {
    for (Body& body : bodies) {
        for (const Body& other : bodies) {
            const double dx = other.x - body.x;
            const double dy = other.y - body.y;
            const double dz = other.z - body.z;
            const double squared = dx * dx + dy * dy + dz * dz + softening;
            const double pull = time_step * other.mass / (squared * std::sqrt(squared));
            body.vx += pull * dx;
            body.vy += pull * dy;
            body.vz += pull * dz;
        }
    }
    for (Body& body : bodies) {
        body.x += time_step * body.vx;
        body.y += time_step * body.vy;
        body.z += time_step * body.vz;
    }
}

int main() {
    const int count = 512, steps = 3;
    std::vector<float4> start(count), found(count);
    std::vector<Body> expected;
    unsigned state = 1;
    const auto random = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / 16777216.0f;
    };
    for (float4& body : start) {
        body = make_float4(random() - 0.5f, random() - 0.5f, random() - 0.5f, random() / count);
        expected.push_back({body.x, body.y, body.z, body.w});
    }
    for (int s = 0; s < steps; ++s) step_on_host(expected);

    const size_t bytes = count * sizeof(float4);
    float4 *positions, *next_positions, *velocities;
    check(cudaMalloc(&positions, bytes));
    check(cudaMalloc(&next_positions, bytes));
    check(cudaMalloc(&velocities, bytes));

    for (const bool approximate : {false, true}) {
        check(cudaMemcpy(positions, start.data(), bytes, cudaMemcpyHostToDevice));
        check(cudaMemset(velocities, 0, bytes));
        const auto kernel = approximate ? step<true> : step<false>;
        for (int s = 0; s < steps; ++s) {
            kernel<<<count / block_size, block_size>>>(positions, next_positions, velocities, count);
            check(cudaGetLastError());
            std::swap(positions, next_positions);
        }
        check(cudaMemcpy(found.data(), positions, bytes, cudaMemcpyDeviceToHost));
        for (int i = 0; i < count; ++i) {
            const double off = std::hypot(found[i].x - expected[i].x, found[i].y - expected[i].y) +
                               std::fabs(found[i].z - expected[i].z);
            if (off <= 1e-5) continue;
            std::printf("%s: body %d is off by %g\n", approximate ? "approximate" : "exact", i, off);
            return 1;
        }
    }
    check(cudaFree(positions));
    check(cudaFree(next_positions));
    check(cudaFree(velocities));
    std::printf("PASSED\n");
    return 0;
}

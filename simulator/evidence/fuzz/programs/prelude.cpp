#include "print.h"

namespace programs {

// The first half is for kernels, the second for the host. A hash covers every byte of every buffer.
const char* prelude() {
    return R"cuda(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_fp16.h>

using u8 = unsigned char;
using i8 = signed char;
using u16 = unsigned short;
using i16 = short;
using u32 = unsigned int;
using i32 = int;
using u64 = unsigned long long;
using i64 = long long;
using u128 = unsigned __int128;
using i128 = __int128;
using f16 = __half;
using f32 = float;
using f64 = double;

// Which NaN an operation gives is the machine's choice: they become one before they are stored or looked at.
template <class T> __device__ T canonical(T x) { return x; }
__device__ inline f16 canonical(f16 x) { return __hisnan(x) ? __ushort_as_half(0x7fff) : x; }
__device__ inline f32 canonical(f32 x) { return x != x ? __uint_as_float(0x7fffffffu) : x; }
__device__ inline f64 canonical(f64 x) { return x != x ? __longlong_as_double(0x7fffffffffffffffll) : x; }

// Bits become a number, never a NaN.
__device__ inline f16 as_f16(u32 x) { return __ushort_as_half(u16((x & 0x7c00u) == 0x7c00u ? x & 0xfc00u : x)); }
__device__ inline f32 as_f32(u32 x) { return __uint_as_float((x & 0x7f800000u) == 0x7f800000u ? x & 0xff800000u : x); }
__device__ inline f64 as_f64(u64 x) {
    const u64 ones = 0x7ffull << 52;
    return __longlong_as_double(i64((x & ones) == ones ? x & (0xfffull << 52) : x));
}

// Held in a range that the integer type has; a NaN becomes the lower end.
__device__ inline f32 held(f32 x, f32 least, f32 most) { return x > least ? (x < most ? x : most) : least; }
__device__ inline f64 held(f64 x, f64 least, f64 most) { return x > least ? (x < most ? x : most) : least; }

// The lanes of a thread's warp that exist, and the n-th lane of a mask.
__device__ inline u32 lanes_of_warp(u32 thread, u32 threads) {
    const u32 rest = threads - (thread & ~31u);
    return rest >= 32 ? ~0u : (1u << rest) - 1;
}
__device__ inline u32 lane_in(u32 mask, u32 n) { return __fns(mask, 0, int(n % u32(__popc(mask)) + 1)); }

inline void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(3);
}

inline u64 mixed(u64 x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

// Integers of all sizes; numbers that are mostly small eighths, a few with any exponent, no NaN.
inline i64 eighths(u64 x) { return i64((x >> 20) % 2001) - 1000; }
template <class T> T drawn(u64 x, T) { return T((x & 3) != 0 ? x >> 8 : x >> 56); }
inline u128 drawn(u64 x, u128) { return (u128(x) << 64 | mixed(x + 1)) >> (x % 3 * 40); }
inline i128 drawn(u64 x, i128) { return i128(drawn(x, u128())); }
inline f32 drawn(u64 x, f32) {
    const u32 any = u32(x >> 32);
    f32 value;
    std::memcpy(&value, &any, sizeof value);
    return x % 8 != 0 || value != value ? f32(eighths(x)) / 8 : value;
}
inline f64 drawn(u64 x, f64) {
    f64 value;
    std::memcpy(&value, &x, sizeof value);
    return x % 8 != 0 || value != value ? f64(eighths(x)) / 8 : value;
}
inline f16 drawn(u64 x, f16) { return __float2half_rn(f32(eighths(x)) / (x % 8 != 0 ? 8 : 1e4f)); }

class Memory {
  public:
    Memory() = default;
    Memory(const Memory&) = delete;
    ~Memory() {
        for (const Piece& piece : pieces_)
            if (!piece.symbol) cudaFree(piece.at);
    }
    template <class T> T* allocated(u32 count, u32 seed) {
        void* at;
        check(cudaMalloc(&at, count * sizeof(T)));
        return filled<T>(at, count, seed, false);
    }
    template <class T> T* managed(u32 count, u32 seed) {
        void* at;
        check(cudaMallocManaged(&at, count * sizeof(T)));
        return filled<T>(at, count, seed, false);
    }
    template <class T, size_t size> T* symbol(T (&symbol)[size], u32 count, u32 seed) {
        void* at;
        check(cudaGetSymbolAddress(&at, symbol));
        return filled<T>(at, count, seed, true);
    }
    template <class T> T* unset(u32 count, u32) {
        void* at;
        check(cudaMalloc(&at, count * sizeof(T)));
        pieces_.push_back({at, 0, false});
        return static_cast<T*>(at);
    }
    void release(void* at) {
        check(cudaFree(at));
        for (Piece& piece : pieces_)
            if (piece.at == at) piece = {nullptr, 0, true};
    }
    u64 hash() const {
        u64 sum = 0;
        for (const Piece& piece : pieces_) {
            std::vector<u8> bytes(piece.bytes);
            check(cudaMemcpy(bytes.data(), piece.at, piece.bytes, cudaMemcpyDeviceToHost));
            for (const u8 byte : bytes) sum = (sum ^ byte) * 0x100000001b3ull;
            sum = mixed(sum + 0x9e3779b97f4a7c15ull);
        }
        return sum;
    }

  private:
    struct Piece {
        void* at;
        size_t bytes;
        bool symbol;
    };
    template <class T> T* filled(void* at, u32 count, u32 seed, bool symbol) {
        std::vector<T> values(count);
        for (u32 n = 0; n < count; ++n) values[n] = seed == 0 ? T(0) : drawn(mixed(u64(seed) << 32 | n), T());
        check(cudaMemcpy(at, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
        pieces_.push_back({at, count * sizeof(T), symbol});
        return static_cast<T*>(at);
    }
    std::vector<Piece> pieces_;
};

// The first stream is the default one. What one of them does can be waited for in another.
class Streams {
  public:
    Streams(u32 streams, u32 steps) : streams_(streams, nullptr), events_(steps, nullptr) {
        for (u32 n = 1; n < streams; ++n) check(cudaStreamCreateWithFlags(&streams_[n], cudaStreamNonBlocking));
    }
    Streams(const Streams&) = delete;
    ~Streams() {
        for (u32 n = 1; n < streams_.size(); ++n) cudaStreamDestroy(streams_[n]);
        for (cudaEvent_t event : events_)
            if (event != nullptr) cudaEventDestroy(event);
    }
    cudaStream_t operator[](u32 n) const { return streams_[n]; }
    void record(u32 stream, u32 step) {
        check(cudaEventCreateWithFlags(&events_[step], cudaEventDisableTiming));
        check(cudaEventRecord(events_[step], streams_[stream]));
    }
    void wait(u32 stream, u32 step) { check(cudaStreamWaitEvent(streams_[stream], events_[step], 0)); }

  private:
    std::vector<cudaStream_t> streams_;
    std::vector<cudaEvent_t> events_;
};

struct Entry {
    u64 seed;
    u64 (*run)();
};

inline int run_all(const Entry* programs, int count, int argc, char** argv) {
    // How deep recursion goes no compiler can tell.
    check(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    for (int n = 0; n < count; ++n) {
        bool wanted = argc < 2;
        for (int k = 1; k < argc; ++k) wanted = wanted || std::strtoull(argv[k], nullptr, 10) == programs[n].seed;
        if (!wanted) continue;
        std::printf("%llu %016llx\n", programs[n].seed, programs[n].run());
        std::fflush(stdout);
    }
    return 0;
}

)cuda";
}

} // namespace programs

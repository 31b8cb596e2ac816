#pragma once

/// @file
/// The GPU under measurement, and the memory that all measurements share.

#include <cstddef>

#include <cuda_runtime.h>

namespace calibrate {

/// The GPU and two large buffers in its memory.
struct Gpu {
    cudaDeviceProp properties = {};
    int sms = 0;            ///< streaming multiprocessors
    char* first = nullptr;  ///< both buffers are aligned to 2 MiB
    char* second = nullptr; ///< as large as the first
    /// Size of each buffer: 2 GiB, or the largest power of two of which three fit.
    std::size_t buffer_bytes = 0;
    /// Size that certainly fits into L2: 16 MiB, or a power of two below a third of it.
    std::size_t l2_set_bytes = 0;
};

/// Finds the current GPU and allocates the buffers.
Gpu find_gpu();

/// Frees the buffers.
void leave_gpu(const Gpu& gpu);

/// Prints the properties of a GPU in the format of `simulator/gpu/devices`.
void print_device(const cudaDeviceProp& gpu);

void measure_clock(const Gpu& gpu);          ///< `[time]`
void measure_latencies(const Gpu& gpu);      ///< `[time.latency]`
void measure_rates(const Gpu& gpu);          ///< `[time.rate]`
void measure_l1(const Gpu& gpu);             ///< `[time.l1]`
void measure_shared_atomics(const Gpu& gpu); ///< `[time.shared_atomic]`
double measure_l2(const Gpu& gpu);           ///< `[time.l2]` without atomics; returns read_gb_s
void measure_atomics(const Gpu& gpu);        ///< the atomics of `[time.l2]`
double measure_dram(const Gpu& gpu);         ///< `[time.dram]`; returns read_gb_s
/// Prints `loaded_latency_ns` and `loaded_power` into the current table, for a set of `set_bytes` that the
/// GPU reads at no more than `most_gb_s`. Keeps the rows of `[[time.<unit>_loaded]]`, which
/// print_loaded_rows() prints after all tables.
void measure_loaded(const Gpu& gpu, const char* unit, std::size_t set_bytes, double most_gb_s);
/// Prints the rows that measure_loaded() has kept.
void print_loaded_rows();
void measure_launches(const Gpu& gpu); ///< `[time.launch]`
void measure_copies(const Gpu& gpu);   ///< `[time.copy]`
void measure_host();                   ///< the host's work of `[time.model]`

} // namespace calibrate

// Interposed functions of the CUDA runtime that copy memory: each call is recorded, then forwarded to the
// runtime.

#include <cuda_runtime_api.h>

#include "grading/runner/copy_count.h"
#include "grading/runner/graph_log.h"
#include "grading/runner/next_function.h"

using runner::address_of_symbol;
using runner::CopyDescription;
using runner::describe_copy;
using runner::device_array_address;
using runner::PitchedRows;
using runner::record_copy;

namespace {

/// Returns the rows of a copy with these pitches. If both sides are contiguous, they form a single row.
PitchedRows pitched_rows(size_t width, size_t height, size_t to_pitch, size_t from_pitch) {
    return to_pitch == width && from_pitch == width ? PitchedRows{width * height}
                                                    : PitchedRows{width, height};
}

/// Returns the sum of describe_copy() over all copies of a batch.
CopyDescription copy_of_batch(void* const* to, const void* const* from, const size_t* bytes, size_t count) {
    CopyDescription all;
    for (size_t i = 0; i < count; ++i) all.add(describe_copy(to[i], from[i], bytes[i], cudaMemcpyDefault));
    return all;
}

/// Returns the sum of describe_copy() over all 3D copies of a batch.
CopyDescription copy_of_batch(const cudaMemcpy3DBatchOp* copies, size_t count) {
    CopyDescription all;
    for (size_t i = 0; i < count; ++i) all.add(describe_copy(copies[i]));
    return all;
}

/// Records a copy in the default stream that is complete when the call returns.
template <typename Default> void record_synchronous_copy(const CopyDescription& copy) {
    runner::record_synchronous_copy(copy, Default::named(nullptr));
}

} // namespace

extern "C" {

// A stream cannot be captured while a synchronous copy runs in it, so these copies are counted without a
// capture check.

RUNNER_INTERCEPTS_BOTH(cudaMemcpy, _ptds, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind),
                       (to, from, bytes, kind),
                       record_synchronous_copy<Default>(describe_copy(to, from, bytes, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2D, _ptds,
                       (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                        size_t height, cudaMemcpyKind kind),
                       (to, to_pitch, from, from_pitch, width, height, kind),
                       record_synchronous_copy<Default>(
                           describe_copy(to, from, pitched_rows(width, height, to_pitch, from_pitch), kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms* copy), (copy),
                       if (copy != nullptr) record_synchronous_copy<Default>(describe_copy(*copy)))

RUNNER_INTERCEPTS(cudaMemcpyPeer, (void* to, int to_device, const void* from, int from_device, size_t bytes),
                  (to, to_device, from, from_device, bytes),
                  record_synchronous_copy<runner::LegacyDefaultStream>(describe_copy(to, from, bytes,
                                                                                     cudaMemcpyDefault)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy3DPeer, _ptds, (const cudaMemcpy3DPeerParms* copy), (copy),
                       if (copy != nullptr) record_synchronous_copy<Default>(describe_copy(*copy)))

RUNNER_INTERCEPTS_BOTH(
    cudaMemcpyToSymbol, _ptds,
    (const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind),
    (symbol, from, bytes, offset, kind),
    record_synchronous_copy<Default>(describe_copy(address_of_symbol(symbol), from, bytes, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyFromSymbol, _ptds,
                       (void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind),
                       (to, symbol, bytes, offset, kind),
                       record_synchronous_copy<Default>(describe_copy(to, address_of_symbol(symbol), bytes,
                                                                      kind)))

RUNNER_INTERCEPTS_BOTH(
    cudaMemcpyToArray, _ptds,
    (cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind),
    (to, x, y, from, bytes, kind),
    record_synchronous_copy<Default>(describe_copy(device_array_address, from, bytes, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyFromArray, _ptds,
                       (void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                        cudaMemcpyKind kind),
                       (to, from, x, y, bytes, kind),
                       record_synchronous_copy<Default>(describe_copy(to, device_array_address, bytes, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2DToArray, _ptds,
                       (cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                        size_t height, cudaMemcpyKind kind),
                       (to, x, y, from, pitch, width, height, kind),
                       record_synchronous_copy<Default>(describe_copy(device_array_address, from,
                                                                      PitchedRows{width, height}, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2DFromArray, _ptds,
                       (void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                        size_t height, cudaMemcpyKind kind),
                       (to, pitch, from, x, y, width, height, kind),
                       record_synchronous_copy<Default>(describe_copy(to, device_array_address,
                                                                      PitchedRows{width, height}, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyArrayToArray, _ptds,
                       (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                        size_t from_y, size_t bytes, cudaMemcpyKind kind),
                       (to, to_x, to_y, from, from_x, from_y, bytes, kind),
                       record_synchronous_copy<Default>(describe_copy(device_array_address,
                                                                      device_array_address, bytes, kind)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2DArrayToArray, _ptds,
                       (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                        size_t from_y, size_t width, size_t height, cudaMemcpyKind kind),
                       (to, to_x, to_y, from, from_x, from_y, width, height, kind),
                       record_synchronous_copy<Default>(describe_copy(device_array_address,
                                                                      device_array_address,
                                                                      PitchedRows{width, height}, kind)))

// The asynchronous copies execute in stream order.

RUNNER_INTERCEPTS_BOTH(cudaMemcpyAsync, _ptsz,
                       (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
                       (to, from, bytes, kind, stream),
                       record_copy(describe_copy(to, from, bytes, kind), Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2DAsync, _ptsz,
                       (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                        size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                       (to, to_pitch, from, from_pitch, width, height, kind, stream),
                       record_copy(describe_copy(to, from, pitched_rows(width, height, to_pitch, from_pitch),
                                                 kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms* copy, cudaStream_t stream),
                       (copy, stream),
                       if (copy != nullptr) record_copy(describe_copy(*copy), Default::named(stream)))

RUNNER_INTERCEPTS(cudaMemcpyPeerAsync,
                  (void* to, int to_device, const void* from, int from_device, size_t bytes,
                   cudaStream_t stream),
                  (to, to_device, from, from_device, bytes, stream),
                  record_copy(describe_copy(to, from, bytes, cudaMemcpyDefault), stream))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy3DPeerAsync, _ptsz, (const cudaMemcpy3DPeerParms* copy, cudaStream_t stream),
                       (copy, stream),
                       if (copy != nullptr) record_copy(describe_copy(*copy), Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyToSymbolAsync, _ptsz,
                       (const void* symbol, const void* from, size_t bytes, size_t offset,
                        cudaMemcpyKind kind, cudaStream_t stream),
                       (symbol, from, bytes, offset, kind, stream),
                       record_copy(describe_copy(address_of_symbol(symbol), from, bytes, kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyFromSymbolAsync, _ptsz,
                       (void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                        cudaStream_t stream),
                       (to, symbol, bytes, offset, kind, stream),
                       record_copy(describe_copy(to, address_of_symbol(symbol), bytes, kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyToArrayAsync, _ptsz,
                       (cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                        cudaMemcpyKind kind, cudaStream_t stream),
                       (to, x, y, from, bytes, kind, stream),
                       record_copy(describe_copy(device_array_address, from, bytes, kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyFromArrayAsync, _ptsz,
                       (void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                        cudaMemcpyKind kind, cudaStream_t stream),
                       (to, from, x, y, bytes, kind, stream),
                       record_copy(describe_copy(to, device_array_address, bytes, kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2DToArrayAsync, _ptsz,
                       (cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                        size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                       (to, x, y, from, pitch, width, height, kind, stream),
                       record_copy(describe_copy(device_array_address, from, PitchedRows{width, height},
                                                 kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy2DFromArrayAsync, _ptsz,
                       (void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                        size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                       (to, pitch, from, x, y, width, height, kind, stream),
                       record_copy(describe_copy(to, device_array_address, PitchedRows{width, height}, kind),
                                   Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpyBatchAsync, _ptsz,
                       (void* const* to, const void* const* from, const size_t* bytes, size_t count,
                        cudaMemcpyAttributes* attributes, size_t* attributes_from, size_t attributes_count,
                        cudaStream_t stream),
                       (to, from, bytes, count, attributes, attributes_from, attributes_count, stream),
                       record_copy(copy_of_batch(to, from, bytes, count), Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemcpy3DBatchAsync, _ptsz,
                       (size_t count, cudaMemcpy3DBatchOp* copies, unsigned long long flags,
                        cudaStream_t stream),
                       (count, copies, flags, stream),
                       record_copy(copy_of_batch(copies, count), Default::named(stream)))

} // extern "C"

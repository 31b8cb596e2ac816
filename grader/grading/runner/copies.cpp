// The functions of the CUDA runtime that copy: each is seen, and then done by the runtime itself.

#include <cuda_runtime_api.h>

#include "grading/runner/copy_count.h"
#include "grading/runner/graph_log.h"
#include "grading/runner/next_function.h"

using runner::copy_of;
using runner::CopyOf;
using runner::on_the_device;
using runner::place_of_symbol;
using runner::Rows;
using runner::see_copy;

namespace {

/// Rows of two sides with these pitches. Where no bytes lie between them, they are one.
Rows pitched_rows(size_t width, size_t height, size_t to_pitch, size_t from_pitch) {
    return to_pitch == width && from_pitch == width ? Rows{width * height} : Rows{width, height};
}

/// copy_of() of all copies of a batch.
CopyOf copy_of_batch(void* const* to, const void* const* from, const size_t* bytes, size_t count) {
    CopyOf all;
    for (size_t i = 0; i < count; ++i) all.add(copy_of(to[i], from[i], bytes[i], cudaMemcpyDefault));
    return all;
}

/// copy_of() of all boxes of a batch.
CopyOf copy_of_batch(const cudaMemcpy3DBatchOp* copies, size_t count) {
    CopyOf all;
    for (size_t i = 0; i < count; ++i) all.add(copy_of(copies[i]));
    return all;
}

/// A copy in the default stream, which is done when the call returns.
template <typename Default> void see_copy_at_once(const CopyOf& copy) {
    runner::see_copy_at_once(copy, Default::named(nullptr));
}

} // namespace

extern "C" {

// A stream in which something is to happen at once cannot be captured, so these are counted without a look at one.

RUNNER_SEES_BOTH(cudaMemcpy, _ptds, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind),
                 (to, from, bytes, kind), see_copy_at_once<Default>(copy_of(to, from, bytes, kind)))

RUNNER_SEES_BOTH(cudaMemcpy2D, _ptds,
                 (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                  cudaMemcpyKind kind),
                 (to, to_pitch, from, from_pitch, width, height, kind),
                 see_copy_at_once<Default>(copy_of(to, from,
                                                   pitched_rows(width, height, to_pitch, from_pitch), kind)))

RUNNER_SEES_BOTH(cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms* copy), (copy),
                 if (copy != nullptr) see_copy_at_once<Default>(copy_of(*copy)))

RUNNER_SEES(cudaMemcpyPeer, (void* to, int to_device, const void* from, int from_device, size_t bytes),
            (to, to_device, from, from_device, bytes),
            see_copy_at_once<runner::DefaultOfDevice>(copy_of(to, from, bytes, cudaMemcpyDefault)))

RUNNER_SEES_BOTH(cudaMemcpy3DPeer, _ptds, (const cudaMemcpy3DPeerParms* copy), (copy),
                 if (copy != nullptr) see_copy_at_once<Default>(copy_of(*copy)))

RUNNER_SEES_BOTH(cudaMemcpyToSymbol, _ptds,
                 (const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind),
                 (symbol, from, bytes, offset, kind),
                 see_copy_at_once<Default>(copy_of(place_of_symbol(symbol), from, bytes, kind)))

RUNNER_SEES_BOTH(cudaMemcpyFromSymbol, _ptds,
                 (void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind),
                 (to, symbol, bytes, offset, kind),
                 see_copy_at_once<Default>(copy_of(to, place_of_symbol(symbol), bytes, kind)))

RUNNER_SEES_BOTH(cudaMemcpyToArray, _ptds,
                 (cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind),
                 (to, x, y, from, bytes, kind),
                 see_copy_at_once<Default>(copy_of(on_the_device, from, bytes, kind)))

RUNNER_SEES_BOTH(cudaMemcpyFromArray, _ptds,
                 (void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind),
                 (to, from, x, y, bytes, kind),
                 see_copy_at_once<Default>(copy_of(to, on_the_device, bytes, kind)))

RUNNER_SEES_BOTH(cudaMemcpy2DToArray, _ptds,
                 (cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                  size_t height, cudaMemcpyKind kind),
                 (to, x, y, from, pitch, width, height, kind),
                 see_copy_at_once<Default>(copy_of(on_the_device, from, Rows{width, height}, kind)))

RUNNER_SEES_BOTH(cudaMemcpy2DFromArray, _ptds,
                 (void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                  size_t height, cudaMemcpyKind kind),
                 (to, pitch, from, x, y, width, height, kind),
                 see_copy_at_once<Default>(copy_of(to, on_the_device, Rows{width, height}, kind)))

RUNNER_SEES_BOTH(cudaMemcpyArrayToArray, _ptds,
                 (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                  size_t from_y, size_t bytes, cudaMemcpyKind kind),
                 (to, to_x, to_y, from, from_x, from_y, bytes, kind),
                 see_copy_at_once<Default>(copy_of(on_the_device, on_the_device, bytes, kind)))

RUNNER_SEES_BOTH(cudaMemcpy2DArrayToArray, _ptds,
                 (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                  size_t from_y, size_t width, size_t height, cudaMemcpyKind kind),
                 (to, to_x, to_y, from, from_x, from_y, width, height, kind),
                 see_copy_at_once<Default>(copy_of(on_the_device, on_the_device, Rows{width, height}, kind)))

// The others happen in a stream, when their turn comes.

RUNNER_SEES_BOTH(cudaMemcpyAsync, _ptsz,
                 (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
                 (to, from, bytes, kind, stream),
                 see_copy(copy_of(to, from, bytes, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpy2DAsync, _ptsz,
                 (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                  cudaMemcpyKind kind, cudaStream_t stream),
                 (to, to_pitch, from, from_pitch, width, height, kind, stream),
                 see_copy(copy_of(to, from, pitched_rows(width, height, to_pitch, from_pitch), kind),
                          Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms* copy, cudaStream_t stream),
                 (copy, stream), if (copy != nullptr) see_copy(copy_of(*copy), Default::named(stream)))

RUNNER_SEES(cudaMemcpyPeerAsync,
            (void* to, int to_device, const void* from, int from_device, size_t bytes, cudaStream_t stream),
            (to, to_device, from, from_device, bytes, stream),
            see_copy(copy_of(to, from, bytes, cudaMemcpyDefault), stream))

RUNNER_SEES_BOTH(cudaMemcpy3DPeerAsync, _ptsz, (const cudaMemcpy3DPeerParms* copy, cudaStream_t stream),
                 (copy, stream), if (copy != nullptr) see_copy(copy_of(*copy), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpyToSymbolAsync, _ptsz,
                 (const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind,
                  cudaStream_t stream),
                 (symbol, from, bytes, offset, kind, stream),
                 see_copy(copy_of(place_of_symbol(symbol), from, bytes, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpyFromSymbolAsync, _ptsz,
                 (void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                  cudaStream_t stream),
                 (to, symbol, bytes, offset, kind, stream),
                 see_copy(copy_of(to, place_of_symbol(symbol), bytes, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpyToArrayAsync, _ptsz,
                 (cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind,
                  cudaStream_t stream),
                 (to, x, y, from, bytes, kind, stream),
                 see_copy(copy_of(on_the_device, from, bytes, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpyFromArrayAsync, _ptsz,
                 (void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind,
                  cudaStream_t stream),
                 (to, from, x, y, bytes, kind, stream),
                 see_copy(copy_of(to, on_the_device, bytes, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpy2DToArrayAsync, _ptsz,
                 (cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                  size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                 (to, x, y, from, pitch, width, height, kind, stream),
                 see_copy(copy_of(on_the_device, from, Rows{width, height}, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpy2DFromArrayAsync, _ptsz,
                 (void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                  size_t height, cudaMemcpyKind kind, cudaStream_t stream),
                 (to, pitch, from, x, y, width, height, kind, stream),
                 see_copy(copy_of(to, on_the_device, Rows{width, height}, kind), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpyBatchAsync, _ptsz,
                 (void* const* to, const void* const* from, const size_t* bytes, size_t count,
                  cudaMemcpyAttributes* attributes, size_t* attributes_from, size_t attributes_count,
                  cudaStream_t stream),
                 (to, from, bytes, count, attributes, attributes_from, attributes_count, stream),
                 see_copy(copy_of_batch(to, from, bytes, count), Default::named(stream)))

RUNNER_SEES_BOTH(cudaMemcpy3DBatchAsync, _ptsz,
                 (size_t count, cudaMemcpy3DBatchOp* copies, unsigned long long flags, cudaStream_t stream),
                 (count, copies, flags, stream),
                 see_copy(copy_of_batch(copies, count), Default::named(stream)))

} // extern "C"

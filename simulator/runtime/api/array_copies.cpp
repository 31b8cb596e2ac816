// Copies to, from and between arrays.

#include "runtime/api/entry.h"
#include "runtime/array_copy.h"
#include "runtime/arrays.h"
#include "runtime/streams.h"

using namespace simulator::runtime;

namespace {

Array& array_at(Runtime& runtime, cudaArray_const_t array) {
    return runtime.arrays().made.at(const_cast<cudaArray_t>(array));
}

/// Rejects a direction that contradicts the location of an array, which is the device.
void check_direction(cudaMemcpyKind kind, bool to_array, bool from_array) {
    require(kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault, cudaErrorInvalidMemcpyDirection);
    const bool to_host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost;
    const bool from_host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice;
    require(!(to_array && to_host) && !(from_array && from_host), cudaErrorInvalidMemcpyDirection);
}

/// Checks the direction of a copy that counts bytes and no rows. As on a GPU, an invalid kind means
/// cudaMemcpyDefault here.
cudaMemcpyKind checked_kind_of_linear_copy(cudaMemcpyKind kind, bool to_array, bool from_array) {
    const bool known = kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
    const cudaMemcpyKind meant = known ? kind : cudaMemcpyDefault;
    check_direction(meant, to_array, from_array);
    return meant;
}

/// Memory of the program or the device with a row pitch.
struct PitchedSide {
    void* begin;
    std::size_t pitch;
};

void rows_to_array(Runtime& runtime, cudaArray_t array, const ArrayPosition& place, PitchedSide from,
                   const Rows& rows, cudaMemcpyKind kind, cudaStream_t stream, const void* caller,
                   Await await) {
    const Array& to = array_at(runtime, array);
    check_direction(kind, true, false);
    require(rows.width <= from.pitch, cudaErrorInvalidPitchValue);
    submit_copy(runtime, stream,
                {side_in(to, place, rows), {from.begin, {from.pitch, 0}}, rows, kind, caller}, await);
}

void rows_from_array(Runtime& runtime, PitchedSide to, cudaArray_const_t array, const ArrayPosition& place,
                     const Rows& rows, cudaMemcpyKind kind, cudaStream_t stream, const void* caller,
                     Await await) {
    const Array& from = array_at(runtime, array);
    check_direction(kind, false, true);
    require(rows.width <= to.pitch, cudaErrorInvalidPitchValue);
    const CopySide<void*> side = side_in(from, place, rows);
    submit_copy(runtime, stream, {{to.begin, {to.pitch, 0}}, {side.begin, side.layout}, rows, kind, caller},
                await);
}

void run_to_array(Runtime& runtime, cudaArray_t array, const ArrayPosition& place, const void* from,
                  std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream, const void* caller,
                  Await await) {
    const Array& to = array_at(runtime, array);
    const cudaMemcpyKind meant = checked_kind_of_linear_copy(kind, true, false);
    submit_copy(runtime, stream, {{linear_range_in(to, place, bytes)}, {from}, {bytes}, meant, caller},
                await);
}

void run_from_array(Runtime& runtime, void* to, cudaArray_const_t array, const ArrayPosition& place,
                    std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream, const void* caller,
                    Await await) {
    const Array& from = array_at(runtime, array);
    const cudaMemcpyKind meant = checked_kind_of_linear_copy(kind, false, true);
    submit_copy(runtime, stream, {{to}, {linear_range_in(from, place, bytes)}, {bytes}, meant, caller},
                await);
}

} // namespace

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        rows_to_array(runtime, to, {x, y}, {const_cast<void*>(from), pitch}, {width, height}, kind, nullptr,
                      caller, Await::yes);
    });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        rows_to_array(runtime, to, {x, y}, {const_cast<void*>(from), pitch}, {width, height}, kind, stream,
                      caller, Await::no);
    });
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        rows_from_array(runtime, {to, pitch}, from, {x, y}, {width, height}, kind, nullptr, caller,
                        Await::yes);
    });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        rows_from_array(runtime, {to, pitch}, from, {x, y}, {width, height}, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                     cudaArray_const_t from, std::size_t from_x, std::size_t from_y,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        // Only here is a null array an invalid value: other functions return cudaErrorInvalidResourceHandle.
        require(to != nullptr && from != nullptr);
        const Rows rows{width, height};
        const CopySide<void*> target = side_in(array_at(runtime, to), {to_x, to_y}, rows);
        const CopySide<void*> source = side_in(array_at(runtime, from), {from_x, from_y}, rows);
        check_direction(kind, true, true);
        submit_copy(runtime, nullptr, {target, {source.begin, source.layout}, rows, kind, caller},
                    Await::yes);
    });
}

// The functions below count bytes and no rows: bytes that exceed a row continue in the next row. CUDA has
// deprecated them, but programs still use them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        run_to_array(runtime, to, {x, y}, from, bytes, kind, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        run_to_array(runtime, to, {x, y}, from, bytes, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        run_from_array(runtime, to, from, {x, y}, bytes, kind, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        run_from_array(runtime, to, from, {x, y}, bytes, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                   std::size_t from_x, std::size_t from_y, std::size_t bytes,
                                   cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        void* const target = linear_range_in(array_at(runtime, to), {to_x, to_y}, bytes);
        const void* const source = linear_range_in(array_at(runtime, from), {from_x, from_y}, bytes);
        const cudaMemcpyKind meant = checked_kind_of_linear_copy(kind, true, true);
        submit_copy(runtime, nullptr, {{target}, {source}, {bytes}, meant, caller}, Await::yes);
    });
}

#pragma GCC diagnostic pop

// Copies and fills of memory.

#include "runtime/api/entry.h"
#include "runtime/array_copy.h"
#include "runtime/copy.h"
#include "runtime/streams.h"

using namespace simulator::runtime;

namespace {

void copy_bytes(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                cudaStream_t stream, const void* caller, Await await) {
    submit_copy(runtime, stream, {{to}, {from}, {bytes}, kind, caller}, await);
}

void copy_rows(Runtime& runtime, void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream,
               const void* caller, Await await) {
    // A single row needs no pitch, and a GPU returns another error.
    require(width <= to_pitch && width <= from_pitch,
            height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue);
    submit_copy(runtime, stream,
                {{to, {to_pitch, 0}}, {from, {from_pitch, 0}}, {width, height}, kind, caller}, await);
}

void fill_rows(Runtime& runtime, void* to, std::size_t pitch, int value, std::size_t width,
               std::size_t height, cudaStream_t stream, const void* caller) {
    require(width <= pitch || height <= 1);
    submit_fill(runtime, stream, {{to, {pitch, 0}}, {width, height}, value, caller});
}

void copy_box(Runtime& runtime, const cudaMemcpy3DParms* parameters, cudaStream_t stream, const void* caller,
              Await await) {
    require(parameters != nullptr);
    submit_copy(runtime, stream, request_of(runtime, *parameters, caller), await);
}

void fill_box(Runtime& runtime, const cudaPitchedPtr& pointer, int value, const cudaExtent& extent,
              cudaStream_t stream, const void* caller) {
    // A single row needs no pitch.
    require(extent.width <= pointer.pitch || (extent.height <= 1 && extent.depth <= 1));
    require(extent.height <= pointer.ysize);
    submit_fill(runtime, stream,
                {{pointer.ptr, {pointer.pitch, checked_product(pointer.pitch, pointer.ysize)}},
                 {extent.width, extent.height, extent.depth},
                 value,
                 caller});
}

} // namespace

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        copy_bytes(runtime, to, from, bytes, kind, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        copy_bytes(runtime, to, from, bytes, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        copy_rows(runtime, to, to_pitch, from, from_pitch, width, height, kind, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        copy_rows(runtime, to, to_pitch, from, from_pitch, width, height, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
    const void* caller = CALLER;
    return answer(Need::result,
                  [&](Runtime& runtime) { copy_box(runtime, parameters, nullptr, caller, Await::yes); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        copy_box(runtime, parameters, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        check_device(to_device);
        check_device(from_device);
        copy_bytes(runtime, to, from, bytes, cudaMemcpyDeviceToDevice, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_device(to_device);
        check_device(from_device);
        runtime.streams().check(stream);
        copy_bytes(runtime, to, from, bytes, cudaMemcpyDeviceToDevice, stream, caller, Await::no);
    });
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        submit_fill(runtime, nullptr, {{to}, {bytes}, value, caller});
    });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        submit_fill(runtime, stream, {{to}, {bytes}, value, caller});
    });
}

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        fill_rows(runtime, to, pitch, value, width, height, nullptr, caller);
    });
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        fill_rows(runtime, to, pitch, value, width, height, stream, caller);
    });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    const void* caller = CALLER;
    return answer(Need::gpu,
                  [&](Runtime& runtime) { fill_box(runtime, pointer, value, extent, nullptr, caller); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        fill_box(runtime, pointer, value, extent, stream, caller);
    });
}

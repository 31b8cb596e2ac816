// The device: there is one, the modelled GPU.

#include <fmt/core.h>

#include <cstring>
#include <string_view>

#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/device_options.h"
#include "runtime/memory.h"
#include "runtime/properties.h"
#include "runtime/streams.h"

using namespace simulator::runtime;

namespace {

constexpr std::string_view bus_id = "0000:00:00.0";
// Maximum local memory per thread, 512 KiB. Not measured: that a driver reserves none of it, and that it
// returns cudaErrorInvalidValue above.
constexpr std::size_t max_stack_bytes = 512 * 1024;

} // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    return answer(Need::nothing, [&](Runtime&) {
        require(count != nullptr);
        *count = 1;
    });
}

cudaError_t cudaGetDevice(int* device) {
    return answer(Need::nothing, [&](Runtime&) {
        require(device != nullptr);
        *device = 0;
    });
}

cudaError_t cudaSetDevice(int device) {
    return answer(Need::nothing, [&](Runtime&) { check_device(device); });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return answer(Need::nothing, [&](Runtime&) {
        require(devices != nullptr || count == 0);
        for (int i = 0; i < count; ++i) {
            check_device(devices[i]);
        }
    });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
    return answer(Need::nothing, [&](Runtime&) {
        require(device != nullptr && wanted != nullptr);
        *device = 0;
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return answer(Need::nothing, [&](Runtime& runtime) {
        require(properties != nullptr);
        check_device(device);
        *properties = properties_of(runtime.device);
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return answer(Need::nothing, [&](Runtime& runtime) {
        require(value != nullptr);
        check_device(device);
        const std::optional<int> known = attribute_of(runtime.device, attribute);
        require(known.has_value());
        *value = *known;
    });
}

cudaError_t cudaDeviceSynchronize() {
    return answer(Need::idle_gpu, [](Runtime& runtime) { runtime.streams().captures.forbid_all(); });
}

cudaError_t cudaDeviceReset() {
    const void* caller = CALLER;
    return answer(Need::nothing, [&](Runtime& runtime) { runtime.reset(caller); });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return answer(Need::nothing, [&](Runtime& runtime) {
        constexpr unsigned known =
            cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
        require((flags & ~known) == 0);
        runtime.options().flags = flags;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return answer(Need::nothing, [&](Runtime& runtime) {
        require(flags != nullptr);
        *flags = runtime.options().flags | cudaDeviceMapHost;
    });
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(value != nullptr && limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize);
        const auto known = runtime.options().limits.find(limit);
        require(known != runtime.options().limits.end(), cudaErrorUnsupportedLimit);
        *value = known->second;
    });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize);
        const auto known = runtime.options().limits.find(limit);
        require(known != runtime.options().limits.end(), cudaErrorUnsupportedLimit);
        require(limit != cudaLimitStackSize || value <= max_stack_bytes);
        if (limit == cudaLimitMallocHeapSize) {
            require(value <= runtime.memory().device.capacity(), cudaErrorMemoryAllocation);
            bool set = false;
            runtime.calls().when_idle([&](Runtime& idle) { set = idle.memory().heap.set_limit(value); });
            require(set);
            value = runtime.memory().heap.limit();
        }
        known->second = value;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* preference) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(preference != nullptr);
        *preference = runtime.options().cache_preference;
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache preference) {
    return answer(Need::gpu, [&](Runtime& runtime) { runtime.options().cache_preference = preference; });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return answer(Need::gpu, [&](Runtime&) {
        require(config != nullptr);
        *config = cudaSharedMemBankSizeFourByte;
    });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return answer(Need::gpu, [](Runtime&) {});
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return answer(Need::nothing, [&](Runtime&) {
        require(can != nullptr);
        check_device(device);
        check_device(peer);
        *can = 0;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
    return answer(Need::gpu, [&](Runtime&) {
        check_device(peer);
        throw ApiError(cudaErrorPeerAccessUnsupported);
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return answer(Need::gpu, [&](Runtime&) {
        check_device(peer);
        throw ApiError(cudaErrorPeerAccessNotEnabled);
    });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return answer(Need::nothing, [&](Runtime&) {
        require(text != nullptr && length > static_cast<int>(bus_id.size()));
        check_device(device);
        text[bus_id.copy(text, bus_id.size())] = '\0';
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return answer(Need::nothing, [&](Runtime&) {
        require(device != nullptr && text != nullptr);
        require(text == bus_id, cudaErrorInvalidDevice);
        *device = 0;
    });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return answer(Need::gpu, [](Runtime&) {});
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaRuntimeGetVersion(int* version) {
    return answer(Need::nothing, [&](Runtime&) {
        require(version != nullptr);
        *version = CUDART_VERSION;
    });
}

extern "C" {
// Declared in a header that contains only these two.
cudaError_t cudaProfilerStart() {
    return answer(Need::gpu, [](Runtime&) {});
}
cudaError_t cudaProfilerStop() {
    return answer(Need::gpu, [](Runtime&) {});
}
}

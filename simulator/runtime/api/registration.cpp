// What a program's start-up code calls: nvcc puts these calls into every object that it makes of a .cu file.

#include <vector_types.h>

#include <string>

#include "runtime/api/entry.h"

using namespace simulator::runtime;

namespace {

Module& module_of(void** handle) { return *reinterpret_cast<Module*>(handle); }

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* fat_binary) {
    Module* module = nullptr;
    answer(Need::nothing, [&](Runtime& runtime) { module = &runtime.registry.add_module(fat_binary); });
    return reinterpret_cast<void**>(module);
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
    answer(Need::nothing, [&](Runtime& runtime) { runtime.registry.remove_module(module_of(handle)); });
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
    answer(Need::nothing, [&](Runtime& runtime) {
        runtime.registry.add_kernel(module_of(handle), host_function, device_name);
    });
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       std::size_t bytes, int constant, int) {
    answer(Need::nothing, [&](Runtime& runtime) {
        runtime.registry.add_variable(host_variable, {.module = &module_of(handle),
                                                      .name = device_name,
                                                      .bytes = bytes,
                                                      .constant = constant != 0});
    });
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* device_name, int,
                              std::size_t bytes, int constant, int) {
    answer(Need::nothing, [&](Runtime& runtime) {
        Module& module = module_of(handle);
        module.share(device_name);
        runtime.registry.add_managed(
            {.variable = {.module = &module, .name = device_name, .bytes = bytes, .constant = constant != 0},
             .pointer = host_pointer});
    });
}

char __cudaInitModule(void** handle) {
    const cudaError_t error = answer(Need::nothing, [&](Runtime& runtime) {
        for (const ManagedVariable& managed : runtime.registry.managed_of(module_of(handle))) {
            const simulator::Allocation* place =
                managed.variable.module->variable(runtime.memory, managed.variable.name);
            *managed.pointer = place == nullptr ? nullptr : place->host;
        }
    });
    return error == cudaSuccess ? 1 : 0;
}

} // extern "C"

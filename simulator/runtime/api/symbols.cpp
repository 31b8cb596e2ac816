// Device variables by their host symbols.

#include "finding_messages/call_messages.h"
#include "loading/module.h"
#include "loading/registry.h"
#include "runtime/api/entry.h"
#include "runtime/api/symbol_parts.h"
#include "runtime/copy.h"
#include "runtime/memory.h"
#include "runtime/streams.h"

namespace call_messages = kernelsmith::call_messages;
using namespace simulator::runtime;

namespace {

const VariableHandle& variable_of(Runtime& runtime, const void* symbol) {
    const VariableHandle* variable = runtime.registry().variable(symbol);
    require(variable != nullptr, cudaErrorInvalidSymbol);
    return *variable;
}

const simulator::Allocation& allocation_of(Runtime& runtime, const VariableHandle& variable) {
    const simulator::Allocation* place = variable.module->variable(runtime.memory().device, variable.name);
    require(place != nullptr, cudaErrorInvalidSymbol);
    return *place;
}

char* bytes_of(const simulator::Allocation& place) { return reinterpret_cast<char*>(place.begin); }

void copy_to_symbol(Runtime& runtime, const void* symbol, const void* from, std::size_t bytes,
                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream, const void* caller,
                    Await await) {
    runtime.streams().check(stream);
    char* const to = part_of_symbol(runtime, symbol, bytes, offset, call_messages::copy_writes, caller);
    require(kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    submit_copy(runtime, stream, {{to}, {from}, {bytes}, kind, caller}, await);
}

void copy_from_symbol(Runtime& runtime, void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                      cudaMemcpyKind kind, cudaStream_t stream, const void* caller, Await await) {
    runtime.streams().check(stream);
    const char* const from =
        part_of_symbol(runtime, symbol, bytes, offset, call_messages::copy_reads, caller);
    require(kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    submit_copy(runtime, stream, {{to}, {from}, {bytes}, kind, caller}, await);
}

} // namespace

char* simulator::runtime::part_of_symbol(Runtime& runtime, const void* symbol, std::size_t bytes,
                                         std::size_t offset, kernelsmith::MessageKind use,
                                         const void* caller) {
    const VariableHandle& variable = variable_of(runtime, symbol);
    if (bytes == 0) {
        return nullptr;
    }
    const simulator::Allocation& place = allocation_of(runtime, variable);
    if (offset > variable.bytes || bytes > variable.bytes - offset) {
        note_overrun(runtime, place, place.begin,
                     {call_messages::call_overruns_variable,
                      {{"use", kernelsmith::Message(use)},
                       size_argument("bytes", bytes),
                       size_argument("offset", offset),
                       {"variable_bytes", variable.bytes}}},
                     caller);
        throw ApiError(cudaErrorInvalidValue);
    }
    return bytes_of(place) + offset;
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        copy_to_symbol(runtime, symbol, from, bytes, offset, kind, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        copy_to_symbol(runtime, symbol, from, bytes, offset, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                 cudaMemcpyKind kind) {
    const void* caller = CALLER;
    return answer(Need::result, [&](Runtime& runtime) {
        copy_from_symbol(runtime, to, symbol, bytes, offset, kind, nullptr, caller, Await::yes);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    const void* caller = CALLER;
    return answer(Need::gpu, [&](Runtime& runtime) {
        copy_from_symbol(runtime, to, symbol, bytes, offset, kind, stream, caller, Await::no);
    });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(address != nullptr);
        *address = bytes_of(allocation_of(runtime, variable_of(runtime, symbol)));
    });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(bytes != nullptr);
        *bytes = variable_of(runtime, symbol).bytes;
    });
}

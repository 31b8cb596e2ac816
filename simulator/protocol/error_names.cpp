#include "protocol/error_names.h"

namespace simulator::protocol {

namespace {

constexpr const char* unknown = "unrecognized error code";

} // namespace

const char* name_of(cudaError_t error) {
    switch (error) {
#define ERROR(name, text) \
    case name:            \
        return #name;
#include "protocol/error_names.def"
#undef ERROR
        default: return unknown;
    }
}

const char* text_of(cudaError_t error) {
    switch (error) {
#define ERROR(name, text) \
    case name:            \
        return text;
#include "protocol/error_names.def"
#undef ERROR
        default: return unknown;
    }
}

} // namespace simulator::protocol

#pragma once

// A program in the same process as its device, for tests of the device's components.

#include <cstring>
#include <string>

#include "program/call.h"
#include "program/program.h"

class InProcessProgram : public simulator::runtime::Program {
public:
    std::string printed; ///< output of kernels

    bool read(const simulator::runtime::RowTransfer& rows) override {
        for (std::size_t row = 0; row < rows.count; ++row)
            std::memcpy(rows.here + row * rows.device_pitch, there(rows, row), rows.width);
        return true;
    }
    void write(const simulator::runtime::RowTransfer& rows) override {
        for (std::size_t row = 0; row < rows.count; ++row)
            std::memcpy(there(rows, row), rows.here + row * rows.device_pitch, rows.width);
    }
    void print(std::string_view text) override { printed += text; }
    void flush() override {}
    void call(cudaHostFn_t function, void* data) override { function(data); }
    void call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) override {
        callback(stream, status, data);
    }
    void set_host_access(std::uint64_t, std::size_t, simulator::HostAccess) override {}
    bool share(std::uint64_t, std::uint64_t, std::size_t) override { return false; }
    void unshare(std::uint64_t, std::size_t) override {}

private:
    static char* there(const simulator::runtime::RowTransfer& rows, std::size_t row) {
        return static_cast<char*>(const_cast<void*>(rows.there)) + row * rows.program_pitch;
    }
};

/// Makes an InProcessProgram the current program of this thread until the object is destroyed.
struct InProcessCall {
    InProcessProgram program;
    InProcessCall() { simulator::runtime::current_call().program = &program; }
    InProcessCall(const InProcessCall&) = delete;
    InProcessCall& operator=(const InProcessCall&) = delete;
    ~InProcessCall() { simulator::runtime::current_call() = {}; }
};

// Entry points for a program's start-up code: nvcc puts calls of them into every object that it makes from a
// .cu file.

#include "client/registrations.h"

#include <driver_types.h>
#include <vector_types.h>

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "client/connection.h"
#include "client/registered_image.h"
#include "client/request.h"
#include "client/thread_channel.h"
#include "protocol/pointers.h"

namespace simulator::client {

namespace {

using protocol::CallId;
using protocol::number_of;

/// A kernel or a variable of a fat binary.
struct Registration {
    CallId kind;
    std::uint64_t host; ///< address in the program
    std::string name;   ///< name on the device
    std::uint64_t bytes = 0;
    bool constant = false;
};

/// A fat binary. Its address serves as the handle of the program.
struct Image {
    std::uint32_t number;
    const void* wrapper;
    std::vector<Registration> parts = {};
    bool is_unregistered = false;
};

std::mutex images_mutex;
std::deque<Image> images;

Image& image_of(void** handle) { return *reinterpret_cast<Image*>(handle); }

void send(ThreadChannel& channel, const Image& image) {
    const RegisteredImage registered = registered_image(image.wrapper);
    protocol::Writer& out = channel.arguments();
    out.put(image.number);
    out.put(number_of(registered.bytes.data()));
    out.put(static_cast<std::uint64_t>(registered.bytes.size()));
    out.put_text(registered.damage);
    // The device reads the bytes of the image before it replies.
    channel.send_and_wait(CallId::register_image, 0);
}

void send(ThreadChannel& channel, const Image& image, const Registration& part) {
    protocol::Writer& out = channel.arguments();
    out.put(image.number);
    out.put(part.host);
    if (part.kind != CallId::register_function) {
        out.put(part.bytes);
        out.put(static_cast<std::uint8_t>(part.constant));
    }
    out.put_text(part.name);
    channel.send(part.kind, 0);
}

void add(void** handle, Registration part) {
    const std::lock_guard lock(images_mutex);
    Image& image = image_of(handle);
    if (is_connected()) {
        if (ThreadChannel* const channel = current_thread_channel()) {
            send(*channel, image, part);
        }
        return;
    }
    image.parts.push_back(std::move(part));
}

} // namespace

void send_registrations(protocol::SharedChannels& shared) {
    const std::lock_guard lock(images_mutex);
    ThreadChannel channel(shared);
    for (Image& image : images) {
        if (image.is_unregistered) {
            continue;
        }
        send(channel, image);
        for (const Registration& part : image.parts) {
            send(channel, image, part);
        }
        image.parts.clear();
    }
}

} // namespace simulator::client

using namespace simulator::client;
using simulator::protocol::CallId;
using simulator::protocol::number_of;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
    const std::lock_guard lock(images_mutex);
    Image& image = images.emplace_back(Image{static_cast<std::uint32_t>(images.size()), wrapper});
    if (is_connected()) {
        if (ThreadChannel* const channel = current_thread_channel()) {
            send(*channel, image);
        }
    }
    return reinterpret_cast<void**>(&image);
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
    Image& image = image_of(handle);
    image.is_unregistered = true;
    if (is_connected()) {
        if (ThreadChannel* const channel = current_thread_channel()) {
            channel->arguments().put(image.number);
            channel->send(CallId::unregister_image, 0);
        }
    }
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* device_name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
    add(handle, {CallId::register_function, number_of(host_function), device_name});
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       std::size_t bytes, int constant, int) {
    add(handle, {CallId::register_variable, number_of(host_variable), device_name, bytes, constant != 0});
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* device_name, int,
                              std::size_t bytes, int constant, int) {
    add(handle, {CallId::register_managed, number_of(host_pointer), device_name, bytes, constant != 0});
}

char __cudaInitModule(void** handle) {
    Request request(CallId::set_up_managed, __builtin_return_address(0));
    if (!request.is_possible()) {
        return 0;
    }
    request.arguments().put(image_of(handle).number);
    return request.send_and_wait() == cudaSuccess ? 1 : 0;
}

} // extern "C"

// The runner: a separate process in which a student's function is called. It has no lab-specific code and
// holds no secrets.

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "grading/channel/channel.h"
#include "grading/channel/packet.h"
#include "grading/channel/protocol.h"
#include "grading/runner/device.h"
#include "grading/runner/session.h"

namespace {

using grader::Packet;
using nlohmann::json;

Packet error(const runner::Fault& fault) {
    const auto bounded = [](const std::string& text) {
        return text.substr(0, grader::protocol::max_fault_bytes);
    };
    return {{{"error",
              {{"kind", fault.kind},
               {"text", bounded(fault.text)},
               {"call", bounded(fault.call)},
               {"error", bounded(fault.error)}}}}};
}

/// Opens the device. A failure is stored in @p fault and reported to the grader like any other fault, as the
/// response to its first request.
std::unique_ptr<runner::Session> open_session(const std::string& device, runner::Fault& fault) {
    try {
        return std::make_unique<runner::Session>(device == "host" ? runner::make_host_device()
                                                                  : runner::make_cuda_device());
    } catch (const runner::DeviceError& problem) {
        fault = {"device", problem.what(), {}, problem.error};
        return nullptr;
    } catch (const std::exception& problem) {
        fault = {"device", problem.what()};
        return nullptr;
    }
}

Packet answer(runner::Session& session, const Packet& request) {
    try {
        return session.answer(request);
    } catch (const runner::Fault& fault) {
        return error(fault);
    } catch (const runner::OutOfMemory& problem) {
        return error({"memory", problem.what()});
    } catch (const std::bad_alloc&) {
        return error({"memory", "the host's memory is used up"});
    } catch (const runner::UncheckedError& problem) {
        return error({"unchecked_error", problem.what(), {}, problem.error});
    } catch (const runner::DeviceError& problem) {
        return error({"device", problem.what(), {}, problem.error});
    } catch (const std::exception& problem) {
        return error({"protocol", problem.what()});
    }
}

/// Erases the environment variables that configured this process and that the student's code must not
/// see, for instance whether its GPU is simulated. They have been read by now.
void erase_simulator_variables() {
    for (char** variable = environ; *variable != nullptr;) {
        const std::string text = *variable;
        if (text.starts_with("KERNELSMITH_SIMULATOR")) {
            std::memset(*variable, 0, text.size()); // the kernel exposes this memory as /proc/self/environ
            for (char** later = variable; *later != nullptr; ++later) *later = *(later + 1);
        } else {
            ++variable;
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2 || (std::strcmp(argv[1], "cuda") != 0 && std::strcmp(argv[1], "host") != 0)) return 2;
    if (::fcntl(grader::protocol::channel_descriptor, F_GETFD) < 0) return 2; // started by hand
    ::fcntl(grader::protocol::channel_descriptor, F_SETFD, FD_CLOEXEC);
    grader::Channel channel(grader::protocol::channel_descriptor);
    runner::Fault fault;
    const std::unique_ptr<runner::Session> session = open_session(argv[1], fault);
    erase_simulator_variables();
    try {
        while (true) {
            const Packet request = channel.receive();
            if (request.document.at("do") == "finish") {
                channel.send({json::object()});
                std::exit(0);
            }
            channel.send(session == nullptr ? error(fault) : answer(*session, request));
        }
    } catch (const grader::ChannelClosed&) {
        // The grader has hung up. Exit without running destructors of the student's library.
        std::_Exit(0);
    }
}

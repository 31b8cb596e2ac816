#include "commands/commands.h"

#include <functional>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "report/style.h"
#include "toolchain/toolchain.h"

namespace grader {
namespace {

/// One line of the doctor's: what was looked at, what was found, what to do.
void say(const Style& style, bool good, const std::string& what, const std::string& finding) {
    std::cout << fmt::format("{} {:<12} {}\n", paint(style, good ? Ink::good : Ink::bad, good ? "✔" : "✘"),
                             what, finding);
}

/// Runs @p look, which returns a finding or throws what is wrong.
bool examine(const Style& style, const std::string& what, const std::function<std::string()>& look) {
    try {
        say(style, true, what, look());
        return true;
    } catch (const std::exception& problem) {
        say(style, false, what, problem.what());
        return false;
    }
}

std::string isolation() {
    return fmt::format("a process of its own for each build, killed with all it started; {}",
                       ::geteuid() == 0
                           ? "it runs as root here, so grade strangers' code as an ordinary user"
                           : "it runs with your own rights, so grade only code you would run yourself");
}

} // namespace

ExitStatus doctor_command(const Options& options, const Places& places) {
    const Style style = style_of_descriptor(STDOUT_FILENO);
    bool works = examine(style, "compiler", [] { return find_cxx().string(); });
    works &= examine(style, "nvcc", [] {
        const Toolkit toolkit = find_toolkit();
        return fmt::format("{}, CUDA {}", toolkit.nvcc.string(), toolkit.version_text);
    });
    works &= examine(style, "libcudart", [] {
        const Toolkit toolkit = find_toolkit();
        if (toolkit.libraries.empty())
            throw EnvironmentError(
                "There is no libcudart.so beside nvcc: the toolkit is installed in part only. Install "
                "its runtime development files too.");
        return toolkit.libraries.string();
    });
    if (works)
        works &= examine(style, "device", [&] {
            const std::unique_ptr<Backend> backend = make_backend(options.backend, places, options.device);
            const Availability& availability = backend->availability();
            if (availability.broken) throw EnvironmentError(availability.reason);
            if (!availability.usable)
                return availability.reason + ": solutions are compiled here, but neither run nor timed";
            const DeviceFacts& device = backend->device();
            return fmt::format("{}, compute capability {}.{}, {:.0f} GiB; the driver supports CUDA {}.{}",
                               device.name, device.capability / 10, device.capability % 10,
                               static_cast<double>(device.memory_bytes) / (1 << 30), device.driver / 1000,
                               device.driver % 1000 / 10);
        });
    examine(style, "isolation", isolation);
    return works ? ExitStatus::passed : ExitStatus::environment;
}

} // namespace grader

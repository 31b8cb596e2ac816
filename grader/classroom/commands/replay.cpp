#include <algorithm>
#include <iostream>

#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "classroom/bundle/bundle.h"
#include "classroom/bundle/envelope.h"
#include "classroom/bundle/keys.h"
#include "classroom/bundle/page.h"
#include "classroom/bundle/replay.h"
#include "classroom/commands/appeals.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Says who has signed. Throws EnvironmentError where that is nobody whom the caller trusts.
std::string whose_signature(const Bundle& bundle, const fs::path& keys, const ReplayRequest& request) {
    const std::string print = fingerprint(bundle.signer);
    const std::optional<KeyPair> own = find_key(keys, KeyUse::signing);
    if (own && own->public_half == bundle.signer) return "signed by this machine, " + print;
    for (const fs::path& file : request.trust)
        if (read_public_key(file, KeyUse::signing) == bundle.signer)
            return fmt::format("signed by {}, {}", printable(file.string()), print);
    if (request.untrusted)
        return fmt::format(
            "signed by {}, which is no key that you trust: whoever has it can have written anything", print);
    throw EnvironmentError(fmt::format(
        "This bundle is signed by a key that is not known here, {}. If it is the key of a machine that "
        "grades for you, name "
        "its signing.pub with: --trust FILE. To grade it again whoever has signed it: --untrusted",
        print));
}

KeyPair instructor_key(const fs::path& keys) {
    if (const std::optional<KeyPair> key = find_key(keys, KeyUse::instructor)) return *key;
    throw EnvironmentError(
        fmt::format("There is no instructor.key in {}, and without it the seed stays sealed. Name the "
                    "folder that has it with: --keys DIR",
                    keys.string()));
}

/// A slug becomes the name of a file.
bool is_slug(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// @p options with the backend and the device of the bundle, where they have none of their own.
Options as_bundled(Options options, const Facts& facts) {
    const bool known = facts.backend == "gpu" || facts.backend == "sim" || facts.backend == "host";
    if (!known || !is_slug(facts.device_option))
        throw EnvironmentError(
            "This bundle was made on a backend or for a device that this program does not know.");
    if (options.backend == "auto") options.backend = facts.backend;
    if (options.device.empty()) options.device = facts.device_option;
    return options;
}

ExitStatus status_of(Agreement outcome) {
    switch (outcome) {
        case Agreement::same: return ExitStatus::passed;
        case Agreement::differs: return ExitStatus::not_passed;
        case Agreement::not_compared: break;
    }
    return ExitStatus::environment;
}

} // namespace

ExitStatus replay_command(const Options& options, const Places& places, const ReplayRequest& request) {
    const fs::path keys = request.keys.empty() ? usual_key_folder() : request.keys;
    const Bundle bundle = open_bundle(read_envelope(request.bundle));
    std::cout << "  " << whose_signature(bundle, keys, request) << '\n';
    const std::uint64_t seed = unsealed_seed(bundle, instructor_key(keys));

    Context context(as_bundled(options, bundle.grounds.facts), places);
    context.expect_strangers();
    if (!context.backend().availability().usable)
        throw EnvironmentError(
            fmt::format("This grade was made on a GPU, and {}. All but its times can be compared on "
                        "the simulator: --backend sim",
                        sentence(context.backend().availability().reason)));
    const InterruptsNoted interrupts;
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const Replayed replayed = replay(
        bundle, seed, context.backend(), context.course(),
        [&](const Lab& lab) { return context.thresholds_of(lab)(); },
        [&](const std::string& what) { context.status().show(what); });
    context.status().clear();
    std::cout << render_replayed(bundle, replayed, context.style());
    return status_of(replayed.comparison.outcome);
}

} // namespace grader

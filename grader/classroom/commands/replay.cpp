#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "classroom/bundle/bundle.h"
#include "classroom/bundle/envelope.h"
#include "classroom/bundle/keys.h"
#include "classroom/bundle/page.h"
#include "classroom/bundle/replay.h"
#include "classroom/commands/bundle_options.h"
#include "classroom/commands/commands.h"
#include "grading/command_line/context.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Describes the signer. Throws EnvironmentError if the caller does not trust it.
std::string whose_signature(const Bundle& bundle, const fs::path& keys, const ReplayOptions& options) {
    const std::string print = fingerprint(bundle.signer);
    const std::optional<KeyPair> own = find_key(keys, KeyUse::signing);
    if (own && own->public_half == bundle.signer) return "signed by this machine, " + print;
    for (const fs::path& file : options.trust)
        if (read_public_key(file, KeyUse::signing) == bundle.signer)
            return fmt::format("signed by {}, {}", printable(file.string()), print);
    if (options.untrusted)
        return fmt::format("signed by {}, which is not a trusted key: its owner may have written anything",
                           print);
    throw EnvironmentError(fmt::format(
        "Unknown signer: this bundle is signed by the key {}. If it is the key of a machine that grades for "
        "you, give its signing.pub with: --trust FILE. To replay the bundle whoever signed it: --untrusted",
        print));
}

KeyPair instructor_key(const fs::path& keys) {
    if (const std::optional<KeyPair> key = find_key(keys, KeyUse::instructor)) return *key;
    throw EnvironmentError(fmt::format(
        "Cannot decrypt the seed: {} has no instructor.key. Give the folder that has it with: --keys DIR",
        keys.string()));
}

/// Validates a slug, because it becomes part of a file name.
bool is_slug(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

/// Returns @p options, with the backend and the device of the bundle if they specify none.
ContextOptions as_bundled(ContextOptions options, const GradingEnvironment& facts) {
    const bool known = facts.backend == "gpu" || facts.backend == "sim" || facts.backend == "host";
    if (!known || !is_slug(facts.device_option))
        throw EnvironmentError(
            "This bundle was made on a backend or for a device that this program does not support.");
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

void ReplayOptions::declare(CLI::App& app) {
    app.add_option("BUNDLE", bundle, "Output of grader bundle")->required();
    app.add_option("--trust", trust, "Public key of a machine whose bundles are accepted")->type_name("KEY");
    app.add_flag("--untrusted", untrusted, "Accept any signer");
    app.add_option("--keys", keys, "Folder of the keys")->type_name("DIR");
    ContextOptions::declare(app);
}

ExitStatus run_replay(const ReplayOptions& options, const Invocation& call) {
    const fs::path keys = options.keys.empty() ? default_key_folder() : options.keys;
    const Bundle bundle = open_bundle(read_envelope(options.bundle));
    std::cout << "  " << whose_signature(bundle, keys, options) << '\n';
    const std::uint64_t seed = unseal_seed(bundle, instructor_key(keys));

    Context context(as_bundled(options, bundle.provenance.facts), call.places);
    context.expect_untrusted_code();
    if (!context.backend().availability().usable)
        throw EnvironmentError(
            fmt::format("This grade was made on a GPU, and {}. All but its times can be compared on "
                        "the simulator: --backend sim",
                        sentence(context.backend().availability().reason)));
    const InterruptGuard interrupts;
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const ReplayResult replayed = replay(
        bundle, seed, context.backend(), context.course(),
        [&](const Lab& lab) { return context.thresholds_of(lab)(); },
        [&](const std::string& what) { context.status().show(what); });
    context.status().clear();
    std::cout << render_replayed(bundle, replayed, context.style());
    return status_of(replayed.comparison.outcome);
}

Command replay_command() {
    return command<ReplayOptions>("replay", "Grade the files of a bundle again, and compare the grades",
                                  run_replay);
}

} // namespace grader

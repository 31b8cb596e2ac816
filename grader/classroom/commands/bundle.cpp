#include <chrono>
#include <ctime>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/secrets.h"
#include "base/text.h"
#include "classroom/bundle/bundle.h"
#include "classroom/bundle/keys.h"
#include "classroom/commands/bundle_options.h"
#include "classroom/commands/commands.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"
#include "grading/steps/grade_lab.h"
#include "grading/toolchain/cached_build.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string time_now(const char* format) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    std::string text(64, '\0');
    text.resize(std::strftime(text.data(), text.size(), format, &utc));
    return text;
}

void print_new_key(const char* what, const std::string& public_half, bool made, const fs::path& file) {
    std::cout << fmt::format("  {} {}{}\n", what, fingerprint(public_half),
                             made ? ", a key that was generated just now; others need " +
                                        printable(file.string())
                                  : "");
}

/// Loads or generates the keys of a bundle, and prints their fingerprints. Done before grading, so that
/// errors appear early.
BundleKeys keys_for(const BundleOptions& options) {
    const fs::path folder = options.keys.empty() ? default_key_folder() : options.keys;
    const LoadedKey signer = load_or_make_key(folder, KeyUse::signing);
    LoadedKey instructor;
    if (options.instructor.empty())
        instructor = load_or_make_key(folder, KeyUse::instructor);
    else
        instructor.pair.public_half = read_public_key(options.instructor, KeyUse::instructor);
    print_new_key("signed by", signer.pair.public_half, signer.made,
                  public_key_file(folder, KeyUse::signing));
    print_new_key("seed sealed to", instructor.pair.public_half, instructor.made,
                  public_key_file(folder, KeyUse::instructor));
    return {signer.pair, instructor.pair.public_half};
}

LabGrade grade_now(Context& context, const Lab& lab, const fs::path& file) {
    GradeRequest request;
    request.source = file;
    request.command = "grader";
    request.seed = context.options().seed.value_or(secret_seed());
    request.replayed = context.options().seed.has_value();
    request.progress = [&](const std::string& what) { context.status().show(what); };
    request.thresholds = context.thresholds_of(lab);
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    LabGrade grade = grade_lab(context.backend(), lab, request);
    context.status().clear();
    return grade;
}

Provenance provenance_of(Context& context, const Lab& lab, const fs::path& file) {
    Provenance provenance;
    const std::optional<CachedBuild> kept = find_cached_build(context.backend().compile_job(file, lab, {}));
    provenance.facts =
        grading_environment_of(context.backend(), context.course(), lab, context.options().device);
    provenance.sources = sources_of(file, lab, kept ? std::optional(kept->object) : std::nullopt);
    if (kept) provenance.build = sha256(read_text(kept->object));
    return provenance;
}

} // namespace

void BundleOptions::declare(CLI::App& app) {
    LabOptions::declare(app);
    declare_file(app, file, "Grade this file in place of the lab's student.cu");
    app.add_option("-o,--output", output, "File to write")->type_name("F");
    app.add_option("--to", instructor, "Public key of the instructor who may read the seed")
        ->type_name("KEY");
    app.add_option("--student", student, "Name of the student whose file it is")->type_name("NAME");
    app.add_option("--keys", keys, "Folder of the keys")->type_name("DIR");
}

ExitStatus run_bundle(const BundleOptions& options, const Invocation& call) {
    replace_patch(options.file, options.lab, options, call);
    Context context(options, call.places);
    context.expect_untrusted_code();
    const Lab& lab = context.lab();
    const fs::path file = options.file.empty() ? lab.student() : options.file;
    const BundleKeys keys = keys_for(options);
    const InterruptGuard interrupts;

    const std::string made = time_now("%Y-%m-%dT%H:%M:%SZ");
    const std::string before = read_text(file);
    const LabGrade grade = grade_now(context, lab, file);
    Provenance provenance = provenance_of(context, lab, file);
    if (provenance.sources.files.front().text != before)
        throw EnvironmentError(file.string() +
                               " was changed while it was graded, so no bundle was written. Try again.");
    provenance.student = options.student;
    provenance.made = made;

    const fs::path output = options.output.empty()
                                ? fs::path(lab.id + time_now("-%Y%m%dT%H%M%SZ") + ".kernelsmith-bundle")
                                : options.output;
    write_atomically(output, make_bundle(grade, provenance, keys));
    for (const std::string& name : provenance.sources.omitted)
        std::cout << "  took part in the build, and is not in the bundle: " << printable(name) << '\n';
    std::cout << fmt::format("  {}: {}, {} file{}, in {}\n", lab.id, to_string(grade.verdict),
                             provenance.sources.files.size(), provenance.sources.files.size() == 1 ? "" : "s",
                             printable(output.string()));
    return ExitStatus::passed;
}

Command bundle_command() {
    return command<BundleOptions>(
        "bundle", "Grade a file, and write everything needed to reproduce the grade into one signed file",
        run_bundle);
}

} // namespace grader

#include <chrono>
#include <ctime>
#include <iostream>

#include <fmt/core.h>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/secrets.h"
#include "base/text.h"
#include "classroom/bundle/bundle.h"
#include "classroom/bundle/keys.h"
#include "classroom/commands/appeals.h"
#include "grading/steps/grade_lab.h"
#include "grading/toolchain/kept_build.h"

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

void tell_of_key(const char* what, const std::string& public_half, bool made, const fs::path& file) {
    std::cout << fmt::format("  {} {}{}\n", what, fingerprint(public_half),
                             made ? ", a key that was made just now; others need " + printable(file.string())
                                  : "");
}

/// The keys of a bundle, and words about them. Made before anything is graded, which takes longer.
BundleKeys keys_for(const BundleRequest& request) {
    const fs::path folder = request.keys.empty() ? usual_key_folder() : request.keys;
    const OwnKey signer = own_key(folder, KeyUse::signing);
    OwnKey instructor;
    if (request.instructor.empty())
        instructor = own_key(folder, KeyUse::instructor);
    else
        instructor.pair.public_half = read_public_key(request.instructor, KeyUse::instructor);
    tell_of_key("signed by", signer.pair.public_half, signer.made, public_key_file(folder, KeyUse::signing));
    tell_of_key("seed sealed to", instructor.pair.public_half, instructor.made,
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

Grounds grounds_of(Context& context, const Lab& lab, const fs::path& file) {
    Grounds grounds;
    const std::optional<KeptBuild> kept = find_build(context.backend().compile_job(file, lab, {}));
    grounds.facts = facts_of(context.backend(), context.course(), lab, context.options().device);
    grounds.sources = sources_of(file, lab, kept ? std::optional(kept->object) : std::nullopt);
    if (kept) grounds.build = sha256(read_text(kept->object));
    return grounds;
}

} // namespace

ExitStatus bundle_command(Context& context, const BundleRequest& request) {
    context.expect_strangers();
    const Lab& lab = context.lab();
    const fs::path file = context.options().file.empty() ? lab.student() : context.options().file;
    const BundleKeys keys = keys_for(request);
    const InterruptsNoted interrupts;

    const std::string made = time_now("%Y-%m-%dT%H:%M:%SZ");
    const std::string before = read_text(file);
    const LabGrade grade = grade_now(context, lab, file);
    Grounds grounds = grounds_of(context, lab, file);
    if (grounds.sources.files.front().text != before)
        throw EnvironmentError(file.string() +
                               " was changed while it was graded, so nothing was bundled. Try again.");
    grounds.student = request.student;
    grounds.made = made;

    const fs::path output = request.output.empty()
                                ? fs::path(lab.id + time_now("-%Y%m%dT%H%M%SZ") + ".kernelsmith-bundle")
                                : request.output;
    write_atomically(output, make_bundle(grade, grounds, keys));
    for (const std::string& name : grounds.sources.left_out)
        std::cout << "  took part in the build, and is not in the bundle: " << printable(name) << '\n';
    std::cout << fmt::format("  {}: {}, {} file{}, in {}\n", lab.id, to_string(grade.verdict),
                             grounds.sources.files.size(), grounds.sources.files.size() == 1 ? "" : "s",
                             printable(output.string()));
    return ExitStatus::passed;
}

} // namespace grader

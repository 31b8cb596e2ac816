#include "classroom/bundle/keys.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Limit of the size of a key file in bytes; a valid one is shorter.
constexpr std::size_t max_key_file_bytes = 512;

const char* name_of(KeyUse use) { return use == KeyUse::signing ? "signing" : "instructor"; }

fs::path secret_file(const fs::path& folder, KeyUse use) {
    return folder / fmt::format("{}.key", name_of(use));
}

/// Returns the label before the key, which distinguishes files of different kinds of keys.
std::string label_of(KeyUse use, const char* half) {
    return fmt::format("kernelsmith-{}-{} ", name_of(use), half);
}

std::string line_of(KeyUse use, const char* half, const std::string& key) {
    return label_of(use, half) + to_base64(key) + '\n';
}

std::string key_in(const std::string& line, KeyUse use, const char* half, const fs::path& file) {
    const std::string label = label_of(use, half);
    if (line.starts_with(label) && line.ends_with('\n')) {
        const std::string_view text(line.data() + label.size(), line.size() - label.size() - 1);
        const std::optional<std::string> key = from_base64(text);
        if (key && key->size() == key_bytes) return *key;
    }
    throw EnvironmentError(fmt::format(
        "{} does not contain the {} half of a key for the {}: expected one line that begins with {}",
        file.string(), half, use == KeyUse::signing ? "signing machine" : "instructor", label));
}

[[noreturn]] void cannot(const char* what, const fs::path& file, int error) {
    throw EnvironmentError(fmt::format("cannot {} {}: {}", what, file.string(), std::strerror(error)));
}

/// Returns the text of a file that only its owner can read. Checks owner and mode with fstat() on the open
/// descriptor, not by name, because the name may refer to another file by then.
std::string read_secret(const Descriptor& opened, const fs::path& file) {
    struct stat status {};
    if (::fstat(opened.get(), &status) != 0) cannot("read", file, errno);
    if (!S_ISREG(status.st_mode))
        throw EnvironmentError(file.string() + " is not a regular file, so it is not used as a key");
    if (status.st_uid != ::geteuid())
        throw EnvironmentError(file.string() + " belongs to another user, so it is not used as your key");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw EnvironmentError(
            fmt::format("Unsafe permissions: other users can read or change {}. If no other user has read "
                        "it, run: chmod 600 {}. Otherwise remove it: the next bundle generates a new key",
                        file.string(), file.string()));
    std::string text(max_key_file_bytes, '\0');
    const ssize_t got = ::read(opened.get(), text.data(), text.size());
    if (got < 0) cannot("read", file, errno);
    text.resize(static_cast<std::size_t>(got));
    return text;
}

KeyPair pair_from(const std::string& secret, KeyUse use) {
    return use == KeyUse::signing ? signing_pair(secret) : sealing_pair(secret);
}

/// Writes @p text to @p file, readable by its owner only, unless a file of this name exists. Fills a draft
/// first and links it atomically, so that no process sees a partial file. Returns false if the file existed.
bool write_new_secret(const fs::path& file, const std::string& text) {
    std::string draft = file.string() + ".XXXXXX";
    const Descriptor opened(::mkostemp(draft.data(), O_CLOEXEC)); // creates it with mode 0600
    if (opened.get() < 0) cannot("write", file, errno);
    int error = write_all(opened, text) && ::fsync(opened.get()) == 0 ? 0 : errno;
    if (error == 0 && ::link(draft.c_str(), file.c_str()) != 0) error = errno;
    ::unlink(draft.c_str());
    if (error != 0 && error != EEXIST) cannot("write", file, error);
    return error == 0;
}

void make_folder(const fs::path& folder) {
    std::error_code problem;
    if (fs::is_directory(folder, problem)) return;
    fs::create_directories(folder, problem);
    if (!problem) fs::permissions(folder, fs::perms::owner_all, problem);
    if (problem)
        throw EnvironmentError(fmt::format("cannot create {}: {}", folder.string(), problem.message()));
}

} // namespace

fs::path default_key_folder() {
    for (const auto& [variable, below] : {std::pair{"XDG_CONFIG_HOME", ""}, std::pair{"HOME", ".config"}}) {
        const char* value = std::getenv(variable);
        if (value != nullptr && fs::path(value).is_absolute()) return fs::path(value) / below / "kernelsmith";
    }
    throw EnvironmentError("Cannot find the folder of keys: $HOME is not set. Give one with: --keys DIR");
}

fs::path public_key_file(const fs::path& folder, KeyUse use) {
    return folder / fmt::format("{}.pub", name_of(use));
}

std::optional<KeyPair> find_key(const fs::path& folder, KeyUse use) {
    const fs::path file = secret_file(folder, use);
    const Descriptor opened = open_file(file, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (opened.get() < 0 && errno == ENOENT) return std::nullopt;
    if (opened.get() < 0) cannot("read", file, errno);
    return pair_from(key_in(read_secret(opened, file), use, "secret", file), use);
}

LoadedKey load_or_make_key(const fs::path& folder, KeyUse use) {
    LoadedKey own;
    std::optional<KeyPair> found = find_key(folder, use);
    if (!found) {
        make_folder(folder);
        const KeyPair fresh = use == KeyUse::signing ? make_signing_pair() : make_sealing_pair();
        own.made = write_new_secret(secret_file(folder, use), line_of(use, "secret", fresh.secret_half));
        // Another process may have created its key first.
        found = find_key(folder, use);
        if (!found)
            throw EnvironmentError(secret_file(folder, use).string() +
                                   " was removed right after it was created");
    }
    own.pair = *found;
    // Derive the public half from the secret one each time, so that both files always belong to the same key.
    write_if_changed(public_key_file(folder, use), line_of(use, "public", own.pair.public_half));
    return own;
}

std::string read_public_key(const fs::path& file, KeyUse use) {
    const std::optional<std::string> text = read_file(file, max_key_file_bytes, SymlinkPolicy::followed);
    if (!text) throw EnvironmentError(file.string() + " cannot be read, or is not the file of a public key");
    return key_in(*text, use, "public", file);
}

} // namespace grader

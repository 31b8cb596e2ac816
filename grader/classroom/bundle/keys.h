#pragma once

/// @file
/// The keys of bundles, each half in a file of one line.
///
///     signing.key      0600  the secret half by which a machine signs what it has graded
///     signing.pub            its public half: who has it knows this machine's bundles
///     instructor.key   0600  the secret half by which an instructor reads seeds
///     instructor.pub         its public half, for the machines that grade

#include <filesystem>
#include <optional>
#include <string>

#include "classroom/bundle/crypto.h"

namespace grader {

/// What a key is for.
enum class KeyUse {
    signing,    ///< a machine signs with it
    instructor, ///< an instructor opens with it
};

/// A key of one's own.
struct LoadedKey {
    KeyPair pair;      ///< both halves
    bool made = false; ///< just now, because there was none
};

/// Where keys are if nobody says otherwise: kernelsmith/ in $XDG_CONFIG_HOME or ~/.config. Throws EnvironmentError where
/// the environment names neither it nor a home.
std::filesystem::path default_key_folder();

/// The file of the public half of the key for @p use in @p folder.
std::filesystem::path public_key_file(const std::filesystem::path& folder, KeyUse use);

/// The key for @p use in @p folder; nothing where there is none. Throws EnvironmentError where its file is no key, or where
/// anybody but its owner can read or change it.
std::optional<KeyPair> find_key(const std::filesystem::path& folder, KeyUse use);

/// The same, made where there is none. Of processes that make it at once all get the same one.
LoadedKey load_or_make_key(const std::filesystem::path& folder, KeyUse use);

/// The public half in @p file, of a key for @p use. Throws EnvironmentError.
std::string read_public_key(const std::filesystem::path& file, KeyUse use);

} // namespace grader

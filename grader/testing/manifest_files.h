#pragma once

/// @file
/// A good `lab.toml` and ways to spoil it.

#include <filesystem>
#include <string>

/// A manifest with everything in it that a manifest may say.
extern const std::string good_manifest;

/// The good manifest with the first @p piece replaced by @p other. Fails the test when there is no such
/// piece.
std::string broken_manifest(const std::string& piece, const std::string& other);

/// The line of the good manifest, counted from 1, that @p piece begins in.
std::size_t line_of(const std::string& piece);

/// A `lab.toml` with this text, in a directory of its own that goes away with it.
class ManifestFile {
public:
    explicit ManifestFile(const std::string& text);
    ~ManifestFile();
    ManifestFile(const ManifestFile&) = delete; // one owner of the directory
    ManifestFile& operator=(const ManifestFile&) = delete;

    [[nodiscard]] std::filesystem::path path() const { return directory_ / "lab.toml"; }

private:
    std::filesystem::path directory_;
};

/// What read_manifest() complains about in @p text, or nothing.
std::string manifest_errors_in(const std::string& text);

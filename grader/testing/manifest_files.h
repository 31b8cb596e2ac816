#pragma once

/// @file
/// A valid `lab.toml` and ways to break it.

#include <filesystem>
#include <string>

/// A manifest with every key that a manifest can have.
extern const std::string good_manifest;

/// Returns the valid manifest with the first @p piece replaced by @p other. Fails the test if @p piece does
/// not occur.
std::string broken_manifest(const std::string& piece, const std::string& other);

/// Returns the line of the valid manifest, counted from 1, in which @p piece begins.
std::size_t line_of(const std::string& piece);

/// A `lab.toml` with this text, in a temporary directory that is removed with this object.
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

/// Returns the errors that read_manifest() reports for @p text; empty if there are none.
std::string manifest_errors_in(const std::string& text);

#pragma once

/// @file
/// Compares text with a file that a person has read and approved.

#include <string>

/// Fails the running test unless approved/@p name.txt contains exactly @p text. Writes the file instead if
/// the environment has KERNELSMITH_APPROVE=1.
void check_approved(const std::string& name, const std::string& text);

/// Fails the running test unless the file at @p path in the repository, a page that is generated from a
/// record, contains exactly @p text. Writes it instead if the environment has KERNELSMITH_APPROVE=1.
void check_generated(const std::string& path, const std::string& text);

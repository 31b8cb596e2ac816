#pragma once

/// @file
/// Compares text with a file that a person has read and approved.

#include <string>

/// Fails the running test unless approved/@p name.txt contains exactly @p text. Writes the file instead if
/// the environment has KERNELSMITH_APPROVE=1.
void check_approved(const std::string& name, const std::string& text);

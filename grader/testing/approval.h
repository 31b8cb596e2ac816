#pragma once

/// @file
/// Text held against a file that somebody has read and approved of.

#include <string>

/// Fails the running test unless approved/@p name.txt holds exactly @p text. Writes the file instead where
/// the environment says KERNELSMITH_APPROVE=1.
void check_approved(const std::string& name, const std::string& text);

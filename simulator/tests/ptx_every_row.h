#pragma once

/// @file
/// Instructions of every form, as text that the parser must accept.

#include <random>
#include <string>
#include <vector>

#include "ptx/form.h"

/// An instruction as text.
struct RowSample {
    simulator::ptx::Form form;
    std::vector<simulator::ptx::Word> words; ///< its suffixes, in the order of the row
    std::string text;
};

/// Returns a module with a function around @p statements, which may use the names that samples use.
std::string module_around_samples(const std::string& statements);

/// Returns samples of a form that cover each suffix of each slot. Throws std::runtime_error if a suffix is
/// never accepted.
std::vector<RowSample> samples_of(simulator::ptx::Form form);

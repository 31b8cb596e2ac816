#pragma once

/// @file
/// The types of the values that programs compute with.

#include <cstdint>
#include <string>
#include <vector>

#include "random.h"

namespace programs {

/// Names as in programs; `boolean` is C++'s bool.
enum class Type : std::uint8_t { boolean, u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, f16, f32, f64 };

/// Returns all types except boolean.
const std::vector<Type>& all_types();

/// Returns the name of the type in a program.
const char* name_of(Type type);
/// Returns the type with a name. Throws std::invalid_argument.
Type type_named(const std::string& name);

std::uint32_t bytes_of(Type type);
inline std::uint32_t bits_of(Type type) { return bytes_of(type) * 8; }
bool is_integer(Type type); ///< false for boolean
bool is_signed(Type type);  ///< only true for integers
bool is_floating(Type type);

/// Returns the unsigned integer type of the same width.
Type unsigned_of(Type type);
/// Returns the type in which C++ computes: unsigned_of(), or u32 if it is wider. C++ promotes narrower types
/// to int, where a product of two u16 overflows.
Type computed_in(Type type);

/// Returns the CUDA vector type of `elements` elements of a type, or "" if there is none; named as in
/// `make_NAME`.
std::string vector_of(Type type, unsigned elements);

/// Returns a value of the type as C++ text: mostly small, sometimes an edge case of arithmetic.
std::string literal(Type type, Random& random);
/// Returns a given small value of the type.
std::string literal(Type type, std::uint32_t value);

} // namespace programs

#pragma once

/// @file
/// The types of the values that programs compute with.

#include <cstdint>
#include <string>
#include <vector>

#include "random.h"

namespace programs {

/// Named in a program as here; `boolean` is C++'s bool.
enum class Type : std::uint8_t { boolean, u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, f16, f32, f64 };

/// Every type but boolean.
const std::vector<Type>& all_types();

/// The type's name in a program.
const char* name_of(Type type);
/// The type that has a name. Throws std::invalid_argument.
Type type_named(const std::string& name);

std::uint32_t bytes_of(Type type);
inline std::uint32_t bits_of(Type type) { return bytes_of(type) * 8; }
bool is_integer(Type type); ///< boolean is none
bool is_signed(Type type);  ///< integers alone
bool is_floating(Type type);

/// The integer type of the same width without a sign.
Type unsigned_of(Type type);
/// That, or u32 if it is wider: C++ computes what is narrower in int, where a product of two u16 overflows.
Type computed_in(Type type);

/// The CUDA vector type of so many elements of a type, or "" if there is none; named as `make_NAME` is.
std::string vector_of(Type type, unsigned elements);

/// A value of the type as C++ text: mostly small, sometimes one of those that break arithmetic.
std::string literal(Type type, Random& random);
/// A certain small value of the type.
std::string literal(Type type, std::uint32_t value);

} // namespace programs

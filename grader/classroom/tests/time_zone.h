#pragma once

/// @file
/// A time zone for a test.

#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>

/// Sets the time zone of this process as long as this object lives.
class TimeZone {
public:
    /// @param zone zone in the format of TZ
    explicit TimeZone(const char* zone) {
        if (const char* before = std::getenv("TZ")) before_ = before;
        set(zone);
    }
    TimeZone(const TimeZone&) = delete;
    TimeZone& operator=(const TimeZone&) = delete;
    ~TimeZone() { set(before_ ? before_->c_str() : nullptr); }

private:
    static void set(const char* zone) {
        if (zone == nullptr)
            ::unsetenv("TZ");
        else
            ::setenv("TZ", zone, 1);
        ::tzset();
    }

    std::optional<std::string> before_;
};

/// A rule for Central Europe that needs no files of the system: summer time from the last Sunday of March
/// to that of October.
inline constexpr const char* central_europe = "CET-1CEST,M3.5.0,M10.5.0/3";

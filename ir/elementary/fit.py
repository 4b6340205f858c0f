#!/usr/bin/env python3
"""Computes the numbers behind functions.h and gamma.h and writes tables.h and gamma_tables.h beside
them (needs mpmath).

    ir/elementary/fit.py

Polynomials are Chebyshev fits in 50 digits, rounded once. The errors that it prints are those of the
exact polynomials; tests measure what the rounded arithmetic makes of them.
"""
import pathlib
import struct
import sys

from mpmath import mp, mpf, atanh, chebyfit, erf, euler, exp, gamma, log, loggamma, nint, sqrt, pi

mp.dps = 50


def to_double(x):
    return mpf(float(x))


def to_float(x):
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])  # twice rounded: good enough to fit


class Format:
    def __init__(self, name, mantissa, rounded):
        self.name, self.mantissa, self.rounded = name, mantissa, rounded


DOUBLE = Format("double", 52, to_double)
FLOAT = Format("float", 23, to_float)


def literal(format, x):
    x = format.rounded(x)
    text = float(x).hex()
    return text + ("f" if format is FLOAT else "")


def fit(what, f, low, high, degree, scale=1):
    """Coefficients, lowest power first."""
    coefficients, error = chebyfit(f, [low, high], degree + 1, error=True)
    print(f"  {what}: degree {degree}, error {float(error * scale):.1e}", file=sys.stderr)
    return list(reversed(coefficients))


def split(format, x, spare):
    """x as a number with `spare` zero bits at its end, and the rest."""
    unit = mpf(2) ** (mp.floor(log(abs(x), 2)) - format.mantissa + spare)
    high = nint(x / unit) * unit
    return high, x - high


def exp_rest(r, slope=mpf(1)):
    """(exp(slope r) - 1 - slope r) / r^2"""
    if abs(r) < mpf("1e-15"):
        return slope**2 / 2 + slope**3 * r / 6
    return (exp(slope * r) - 1 - slope * r) / r**2


def log_rest(square):
    """(2 artanh(s) / s - 2) / s^2 of s^2."""
    if square < mpf("1e-15"):
        return mpf(2) / 3 + square * 2 / 5
    s = sqrt(square)
    return (2 * atanh(s) / s - 2) / square


def erf_slope(centre, t):
    """What erf gains per unit between centre and centre + t."""
    if abs(t) < mpf("1e-20"):
        return 2 / sqrt(pi) * exp(-(centre**2))
    return (erf(centre + t) - erf(centre)) / t


def polynomial(out, format, name, coefficients, indent="  "):
    values = ", ".join(literal(format, c) for c in coefficients)
    out.append(f"{indent}static constexpr {format.name} {name}[] = {{{values}}};")


def write_exp(out, format, name, base, degree):
    """Of base^x: a step doubles it. Arguments below `lowest` give 0, above `highest` infinity; within
    `normal` the result is a normal number."""
    print(f"{name} {format.name}", file=sys.stderr)
    step = log(2) / log(base)
    bound = step / 2
    bits = (1074, 1022, 1024) if format is DOUBLE else (149, 126, 128)
    lowest, normal, highest = [nint(2 * b * step) / 2 for b in bits]
    high, low = split(format, step, 11 if format is DOUBLE else 8)
    out.append(f"  struct {name} {{")
    out.append(f"    static constexpr {format.name} steps = {literal(format, 1 / step)};")
    out.append(f"    static constexpr {format.name} stepHigh = {literal(format, high)},")
    out.append(f"        stepLow = {literal(format, low)};")
    out.append(f"    static constexpr {format.name} lowest = {literal(format, -lowest - 1)},")
    out.append(f"        normal = {literal(format, normal - 1)}, highest = {literal(format, highest + 1)};")
    slope = mpf(1) if base == mp.e else log(base)
    slope_high = format.rounded(slope)
    out.append(f"    static constexpr {format.name} slopeHigh = {literal(format, slope_high)},")
    out.append(f"        slopeLow = {literal(format, slope - slope_high)};")
    p = fit("rest", lambda r: exp_rest(r, slope), -bound, bound, degree - 2, bound**2)
    polynomial(out, format, "rest", p, "    ")
    out.append("  };")


def write_log_rest(out, format, degree):
    print(f"log {format.name}", file=sys.stderr)
    last = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2
    p = fit("rest", log_rest, mpf(0), last, degree, last ** mpf(1.5) / log(sqrt(mpf(2))))
    polynomial(out, format, "logRest", p)


def write_log(out, format, name, base):
    """The logarithms of e and of 2, high and low parts."""
    unit = mpf(2) ** (-42 if format is DOUBLE else -16)
    two = log(2) / log(base)
    high = nint(two / unit) * unit
    one = mpf(1) if base == mp.e else 1 / log(base)
    one_high = format.rounded(one)
    out.append(f"  struct {name} {{")
    out.append(f"    static constexpr {format.name} oneHigh = {literal(format, one_high)};")
    out.append(f"    static constexpr {format.name} oneLow = {literal(format, one - one_high)};")
    out.append(f"    static constexpr {format.name} twoHigh = {literal(format, high)};")
    out.append(f"    static constexpr {format.name} twoLow = {literal(format, two - high)};")
    out.append("  };")


def cbrt_rest(t):
    """((1 + t)^(1/3) - 1) / t"""
    if abs(t) < mpf("1e-15"):
        return mpf(1) / 3 - t / 9
    return (mp.cbrt(1 + t) - 1) / t


def write_cbrt(out, format, degrees, bits):
    """A first guess, rounded to so many bits, and the factor for what its cube may be off."""
    print(f"cbrt {format.name}", file=sys.stderr)
    first = sqrt(mpf(1) / 8)
    guess = fit("guess", mp.cbrt, first, 8 * first, degrees[0], 1 / mp.cbrt(first))
    out.append(f"  static constexpr int cbrtSpare = {format.mantissa + 1 - bits};")
    polynomial(out, format, "cbrtGuess", guess)
    off = 3 * (mpf("0.0015") + mpf(2) ** -bits)  # the guess is that good
    polynomial(out, format, "cbrtRest", fit("rest", cbrt_rest, -off, off, degrees[1], off))


def write_erf(out, format, width, last, degree):
    print(f"erf {format.name}", file=sys.stderr)
    segments = []
    for j in range(8):
        centre = width * j
        high = width / 2 if j < 7 else last - centre
        low = -width / 2 if j > 0 else mpf(0)
        slope = fit(f"segment {j}", lambda t: erf_slope(centre, t), low, high, degree - 1, high)
        segments.append([erf(centre)] + slope)
    out.append(f"  static constexpr {format.name} erfWidth = {literal(format, width)},")
    out.append(f"      perErfWidth = {literal(format, 1 / width)},")
    out.append(f"      erfLast = {literal(format, last)};")
    out.append(f"  static constexpr {format.name} erf[][8] = {{")
    for power in range(degree + 1):
        values = ", ".join(literal(format, s[power]) for s in segments)
        out.append(f"      {{{values}}},")
    out.append("  };")


def write_erf_points(out, format, per_unit, last):
    """erf and its slope at the points k / per_unit."""
    out.append(f"  static constexpr {format.name} erfPointsPerUnit = {per_unit}, erfLast = {last};")
    out.append(f"  static constexpr {format.name} erfPoints[1024][2] = {{")
    for k in range(per_unit * last + 1):
        x = mpf(k) / per_unit
        slope = 2 / sqrt(pi) * exp(-(x**2))
        out.append(f"      {{{literal(format, erf(x))}, {literal(format, slope)}}},")
    out.append("  };")


def write_format(out, format, degrees):
    out.append("template <>")
    out.append(f"struct Tables<{format.name}> {{")
    write_exp(out, format, "Exp", mp.e, degrees["exp"])
    write_exp(out, format, "Exp2", mpf(2), degrees["exp"])
    write_exp(out, format, "Exp10", mpf(10), degrees["exp"])
    write_log_rest(out, format, degrees["log"])
    write_log(out, format, "Log", mp.e)
    write_log(out, format, "Log2", mpf(2))
    write_log(out, format, "Log10", mpf(10))
    write_cbrt(out, format, *degrees["cbrt"])
    if format is DOUBLE:
        write_erf_points(out, format, 128, 6)
    else:
        write_erf(out, format, mpf(9) / 16, mpf(4), 7)
    out.append("};")


# gamma.h: Stirling's formula from STIRLING on, and from there down to LOWEST a fit around the zeros.
STIRLING, LOWEST = mpf(3), mpf(5) / 8
POINTS_PER_UNIT, FIRST_POINT, LAST_POINT = 4, mpf(4), mpf("171.5")


def stirling_rest(x):
    """What Stirling's formula lacks to log(gamma(x))."""
    return loggamma(x) - ((x - mpf(1) / 2) * log(x) - x + log(2 * pi) / 2)


def stirling_series(square):
    """stirling_rest(1 / w) / w of w^2."""
    if square < mpf("1e-12"):
        return mpf(1) / 12 - square / 360 + square**2 / 1260
    w = sqrt(square)
    return stirling_rest(1 / w) / w


def log_gamma_factor(x):
    """log(gamma(x)) without its zeros at 1 and 2."""
    if abs(x - 1) < mpf("1e-20"):
        return +euler
    if abs(x - 2) < mpf("1e-20"):
        return 1 - euler
    return loggamma(x) / ((x - 1) * (x - 2))


def sin_pi(square):
    """sin(pi t) / t of t^2"""
    if square < mpf("1e-30"):
        return pi - pi**3 / 6 * square
    return mp.sin(pi * sqrt(square)) / sqrt(square)


def log_series(g):
    """(-log(1 - g) - g) / g^2"""
    if abs(g) < mpf("1e-15"):
        return mpf(1) / 2 + g / 3
    return (-log(1 - g) - g) / g**2


def write_gamma_format(out, format, degrees):
    print(f"gamma {format.name}", file=sys.stderr)
    centre = to_double(sqrt(LOWEST * STIRLING))
    first, last = [(x - centre) / (x + centre) for x in (LOWEST, STIRLING)]
    half = mpf(1) / POINTS_PER_UNIT / 2
    g = half / (FIRST_POINT - half)
    e = half * log(LAST_POINT) + half / 8
    out.append("template <>")
    out.append(f"struct GammaTables<{format.name}> {{")
    out.append(f"  static constexpr double logGammaCentre = {literal(DOUBLE, centre)};")
    constant = log(2 * pi) / 2 - mpf(1) / 2
    out.append(f"  static constexpr double logGammaConstant = {literal(DOUBLE, constant)};")
    out.append(f"  static constexpr double pi = {literal(DOUBLE, pi)}, logPi = {literal(DOUBLE, log(pi))};")
    near = fit("log(gamma)", lambda z: log_gamma_factor(centre * (1 + z) / (1 - z)), first, last,
               degrees["near"], 1 / log_gamma_factor(STIRLING))
    polynomial(out, DOUBLE, "logGamma", near)
    series = fit("Stirling", stirling_series, mpf(0), 1 / STIRLING**2, degrees["stirling"], 1 / STIRLING)
    polynomial(out, DOUBLE, "stirling", series)
    polynomial(out, DOUBLE, "logRest", fit("log", log_series, -g, g, degrees["log"], 4 * g**2))
    polynomial(out, DOUBLE, "expRest", fit("exp", exp_rest, -e, e, degrees["exp"] - 2, e**2))
    sine = fit("sin", sin_pi, mpf(0), mpf(1) / 4, degrees["sin"], mpf(1) / 2)
    polynomial(out, DOUBLE, "sinPi", sine)
    out.append("};")


def write_gamma_points(out):
    """gamma without exp(stirling_rest), and log, at the points k / POINTS_PER_UNIT."""
    out.append("struct GammaPoints {")
    out.append(f"  static constexpr double perUnit = {POINTS_PER_UNIT};")
    out.append("  static constexpr double points[1024][2] = {")
    for k in range(int(LAST_POINT * POINTS_PER_UNIT) + 1):
        x = mpf(k) / POINTS_PER_UNIT
        used = x >= FIRST_POINT
        value = exp(loggamma(x) - stirling_rest(x)) if used else mpf(0)
        out.append(f"      {{{literal(DOUBLE, value)}, {literal(DOUBLE, log(x) if used else mpf(0))}}},")
    out.append("  };")
    out.append("};")


def write_gamma():
    out = ["// Written by fit.py: the numbers behind gamma.h.", "#pragma once", ""]
    out += ["// clang-format off", "namespace parax::elementary {", ""]
    write_gamma_points(out)
    out += ["", "template <class T>", "struct GammaTables;", ""]
    write_gamma_format(out, DOUBLE, {"near": 21, "stirling": 10, "log": 7, "exp": 13, "sin": 8})
    out.append("")
    write_gamma_format(out, FLOAT, {"near": 10, "stirling": 3, "log": 3, "exp": 8, "sin": 5})
    out += ["", "}  // namespace parax::elementary", "// clang-format on", ""]
    (pathlib.Path(__file__).parent / "gamma_tables.h").write_text("\n".join(out))


def main():
    out = ["// Written by fit.py: the numbers behind functions.h.", "#pragma once", ""]
    out += ["// clang-format off", "namespace parax::elementary {", ""]
    out += ["template <class T>", "struct Tables;", ""]
    write_format(out, DOUBLE, {"exp": 11, "log": 6, "cbrt": ((5, 5), 17)})
    out.append("")
    write_format(out, FLOAT, {"exp": 6, "log": 2, "cbrt": ((5, 2), 8)})
    out += ["", "}  // namespace parax::elementary", "// clang-format on", ""]
    (pathlib.Path(__file__).parent / "tables.h").write_text("\n".join(out))
    write_gamma()


main()

#!/usr/bin/env python3
"""Computes the numbers behind functions.h and writes tables.h beside it (needs mpmath).

    ir/elementary/fit.py

Polynomials are Chebyshev fits in 50 digits, rounded once. The errors that it prints are those of the
exact polynomials; tests measure what the rounded arithmetic makes of them.
"""
import pathlib
import struct
import sys

from mpmath import mp, mpf, chebyfit, erf, exp, log, log1p, nint, sqrt, pi

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


def exp_rest(r):
    if abs(r) < mpf("1e-15"):
        return mpf(1) / 2 + r / 6
    return (exp(r) - 1 - r) / r**2


def log_rest(r):
    if abs(r) < mpf("1e-15"):
        return -mpf(1) / 2 + r / 3
    return (log1p(r) - r) / r**2


def erf_slope(centre, t):
    """What erf gains per unit between centre and centre + t."""
    if abs(t) < mpf("1e-20"):
        return 2 / sqrt(pi) * exp(-(centre**2))
    return (erf(centre + t) - erf(centre)) / t


def log_table(format, base, unit, tolerance):
    """Per sixteenth of an octave from 0.703 on: a number near 1/z whose logarithm is a multiple of
    `unit`, or nearly so, and minus that logarithm. The sixteenth around 1 has 1 and 0."""
    rows = []
    for j in range(16):
        low, high = (float_edge(j), float_edge(j + 1))
        if low < 1 < high:
            rows.append((mpf(1), mpf(0)))
            continue
        centre = nint(log((low + high) / 2) / log(base) / unit)
        step = 0
        while True:
            value = (centre + step) * unit
            exact = base ** -value
            inverse = format.rounded(exact)
            if abs(log(inverse / exact)) < tolerance:
                break
            step = -step if step > 0 else 1 - step
        rows.append((inverse, value))
    return rows


def float_edge(j):
    """Where sixteenth j begins: 6.5/16 of the way from 0.5 to 1 is the first."""
    position = mpf(13) / 2 + j
    return (1 + position / 16) / 2 if position < 16 else 1 + (position - 16) / 16


def polynomial(out, format, name, coefficients):
    values = ", ".join(literal(format, c) for c in coefficients)
    out.append(f"  static constexpr {format.name} {name}[] = {{{values}}};")


def write_exp(out, format, degree):
    bound = log(2) / 2
    print(f"exp {format.name}", file=sys.stderr)
    spare = 11 if format is DOUBLE else 8
    high, low = split(format, log(2), spare)
    out.append(f"  static constexpr {format.name} ln2High = {literal(format, high)},")
    out.append(f"      ln2Low = {literal(format, low)};")
    out.append(f"  static constexpr {format.name} perLn2 = {literal(format, 1 / log(2))};")
    p = fit("rest", exp_rest, -bound, bound, degree - 2, bound**2)
    polynomial(out, format, "exp", p)


def write_log(out, format, name, base, degree):
    print(f"log base {float(base):.4g} {format.name}", file=sys.stderr)
    unit = mpf(2) ** (-42 if format is DOUBLE else -16)
    tolerance = mpf(2) ** (-64 if format is DOUBLE else -31)
    rows = log_table(format, base, unit, tolerance)
    high = nint(log(2) / log(base) / unit) * unit
    low = log(2) / log(base) - high
    worst = max(
        abs(edge * inverse - 1)
        for j, (inverse, _) in enumerate(rows)
        for edge in (float_edge(j), float_edge(j + 1))
    )
    bound = mpf(1) / 31
    assert worst < bound, float(worst)
    p = fit("rest", lambda r: log_rest(r) / log(base), -bound, bound, degree - 2, bound)
    out.append(f"  struct {name} {{")
    inner = []
    inner.append(f"  static constexpr {format.name} first = {literal(format, 1 / log(base))};")
    inner.append(f"  static constexpr {format.name} twoHigh = {literal(format, high)};")
    inner.append(f"  static constexpr {format.name} twoLow = {literal(format, low)};")
    polynomial(inner, format, "rest", p)
    polynomial(inner, format, "inverse", [r[0] for r in rows])
    polynomial(inner, format, "value", [r[1] for r in rows])
    out.extend("  " + line for line in inner)
    out.append("  };")


def write_erf(out, format, width, last, degree):
    print(f"erf {format.name}", file=sys.stderr)
    segments = []
    for j in range(16):
        centre = width * j
        high = width / 2 if j < 15 else last - centre
        low = -width / 2 if j > 0 else mpf(0)
        slope = fit(f"segment {j}", lambda t: erf_slope(centre, t), low, high, degree - 1, high)
        segments.append([erf(centre)] + slope)
    out.append(f"  static constexpr {format.name} erfWidth = {literal(format, width)},")
    out.append(f"      perErfWidth = {literal(format, 1 / width)},")
    out.append(f"      erfLast = {literal(format, last)};")
    out.append(f"  static constexpr {format.name} erf[][16] = {{")
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
    write_exp(out, format, degrees["exp"])
    write_log(out, format, "Log", mp.e, degrees["log"])
    write_log(out, format, "Log10", mpf(10), degrees["log"])
    if format is DOUBLE:
        write_erf_points(out, format, 128, 6)
    else:
        write_erf(out, format, mpf(17) / 64, mpf(4), 5)
    out.append("};")


def main():
    out = ["// Written by fit.py: the numbers behind functions.h.", "#pragma once", ""]
    out += ["// clang-format off", "namespace parax::elementary {", ""]
    out += ["template <class T>", "struct Tables;", ""]
    write_format(out, DOUBLE, {"exp": 11, "log": 9})
    out.append("")
    write_format(out, FLOAT, {"exp": 6, "log": 5})
    out += ["", "}  // namespace parax::elementary", "// clang-format on", ""]
    (pathlib.Path(__file__).parent / "tables.h").write_text("\n".join(out))


main()

// Marks what libparax.so exports; everything else is hidden.
#pragma once

#define PARAX_API __attribute__((visibility("default")))

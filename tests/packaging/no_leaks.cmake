# Linking parax::parax brings headers, C++20 and the library, and nothing else.
foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS LINK_LIBRARIES LINK_OPTIONS LINK_DIRECTORIES
                 SOURCES)
  get_target_property(value parax::parax INTERFACE_${property})
  if(value)
    message(FATAL_ERROR "INTERFACE_${property} of parax::parax: ${value}")
  endif()
endforeach()
get_target_property(features parax::parax INTERFACE_COMPILE_FEATURES)
if(NOT features STREQUAL "cxx_std_20")
  message(FATAL_ERROR "INTERFACE_COMPILE_FEATURES of parax::parax: ${features}")
endif()

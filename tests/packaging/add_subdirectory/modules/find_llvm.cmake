message(FATAL_ERROR "Parax includes the file of the surrounding project")

# cmake -D SOURCE=... -D COPY=... -D PATCHES=... -P apply_patches.cmake: a copy of SOURCE with all patches in it.
# A patch whose lines are no longer there stops the build.
configure_file(${SOURCE} ${COPY}.part COPYONLY)
foreach(patch IN LISTS PATCHES)
  execute_process(
    COMMAND ${PATCH_PROGRAM} --silent --fuzz=0 --no-backup-if-mismatch ${COPY}.part ${patch}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${patch} does not apply to ${SOURCE}: write the bug anew\n${output}")
  endif()
endforeach()
file(RENAME ${COPY}.part ${COPY})

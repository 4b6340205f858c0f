"""Shows the elements of parax::Array and parax::Value in gdb, which loads this file with libparax.so
where it trusts the folder, or by `source`."""

import gdb
import gdb.printing


class ElementsPrinter:
    """Asks the running program: paraxText is part of libparax.so, debug information or not."""

    def __init__(self, value):
        self.state = int(value["handle_"]["state_"])

    def to_string(self):
        if self.state == 0:
            return "(moved from)"
        try:
            gdb.selected_inferior().read_memory(self.state, 64)
            return self.call()
        except (gdb.error, gdb.MemoryError) as error:
            return "(no array yet: %s)" % str(error).splitlines()[0]

    def call(self):
        """A variable that is not initialised may lead anywhere: a crash there is undone."""
        unwinds = gdb.parameter("unwindonsignal")
        gdb.execute("set unwindonsignal on", to_string=True)
        try:
            # An array of one pointer is passed by its address, as a Handle would be.
            function = "((const char* (*)(const void*))paraxText)"
            return gdb.parse_and_eval("%s({(void*)%d})" % (function, self.state)).string()
        finally:
            gdb.execute("set unwindonsignal " + ("on" if unwinds else "off"), to_string=True)


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("parax")
    collection.add_printer("Array", r"^parax::Array<.*>$", ElementsPrinter)
    collection.add_printer("Value", r"^parax::Value<.*>$", ElementsPrinter)
    return collection


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)

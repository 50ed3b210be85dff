"""The shared library: where it is, and the types of its functions (library/include/skerry.h)."""
import ctypes
import os

from .errors import LibraryMissing

integer, pointer, size, text, big = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p,
                                     ctypes.c_uint64)


class Options(ctypes.Structure):
    """skerry_env_options."""
    _fields_ = [("rules", text), ("bot", text * 6), ("seed", big), ("seats", ctypes.c_int32),
                ("batch", ctypes.c_int32), ("threads", ctypes.c_int32), ("fill", ctypes.c_uint32),
                ("autoreset", ctypes.c_int32), ("reward", ctypes.c_int32), ("discount", ctypes.c_float),
                ("limit", ctypes.c_uint32), ("viewer", ctypes.c_int32)]


class Array(ctypes.Structure):
    """skerry_env_array."""
    _fields_ = [("name", text), ("start", pointer), ("rows", ctypes.c_int32), ("width", ctypes.c_int32),
                ("depth", ctypes.c_int32), ("type", ctypes.c_char)]


_options = ctypes.POINTER(Options)
# Without types ctypes would pass pointers as 32-bit integers.
_FUNCTIONS = [
    ("skerry_version_text", text, []),
    ("skerry_ruleset", text, [integer]),
    ("skerry_engine_new", pointer, []),
    ("skerry_engine_line", text, [pointer, text]),
    ("skerry_engine_free", None, [pointer]),
    ("skerry_env_check", text, [_options, pointer, size]),
    ("skerry_env_size", size, [_options]),
    ("skerry_env_new", pointer, [pointer, _options]),
    ("skerry_env_close", None, [pointer]),
    ("skerry_env_seats", integer, [pointer]),
    ("skerry_env_choices", integer, [pointer]),
    ("skerry_env_features", integer, [pointer]),
    ("skerry_env_arrays", integer, [pointer, ctypes.POINTER(Array), integer]),
    ("skerry_env_reset", None, [pointer, integer, big]),
    ("skerry_env_reset_done", integer, [pointer]),
    ("skerry_env_step", integer, [pointer, pointer]),
    ("skerry_env_playout", ctypes.c_uint32, [pointer, integer, ctypes.c_uint32]),
    ("skerry_env_turn_to", integer, [pointer, integer, integer]),
    ("skerry_env_observe", None, [pointer, integer, integer, pointer]),
    ("skerry_env_json", integer, [pointer, integer, integer, pointer, integer]),
    ("skerry_env_name", integer, [pointer, integer, integer, pointer, integer]),
    ("skerry_env_steps", integer, [pointer, integer, text, pointer]),
    ("skerry_env_save_size", size, [pointer]),
    ("skerry_env_save", None, [pointer, integer, pointer]),
    ("skerry_env_load", text, [pointer, integer, text, size]),
    ("skerry_env_set", text, [pointer, integer, text, pointer, size]),
    ("skerry_env_branch", integer, [pointer, pointer, pointer, big]),
    ("skerry_env_twin", integer, [pointer, pointer, pointer]),
    ("skerry_env_imagine", integer, [pointer, pointer, pointer, pointer, big]),
    ("skerry_space_describe", size, [text, integer, pointer, size]),
    ("skerry_space_hash", big, [text, integer]),
]


def _places():
    here = os.path.dirname(os.path.abspath(__file__))
    if os.environ.get("SKERRY_LIB"):
        return [os.environ["SKERRY_LIB"]]
    return [os.path.join(here, "libskerry.so"),                         # a wheel
            os.path.join(here, "..", "..", "..", "build", "libskerry.so"),  # the project's folder
            "libskerry.so.1"]                                           # make install


def _load():
    for path in _places():
        if os.sep in path and not os.path.exists(path):
            continue
        try:
            lib = ctypes.CDLL(path)
        except OSError:
            continue
        for name, result, arguments in _FUNCTIONS:
            if not hasattr(lib, name):
                raise LibraryMissing("%s has no %s: it is of another version than this package" % (path, name))
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
        return lib
    raise LibraryMissing("libskerry.so is not there; `make lib` builds it, or SKERRY_LIB says where it is")


_lib = None


def library():
    """Loaded at the first use, so that importing needs no build."""
    global _lib
    if _lib is None:
        _lib = _load()
    return _lib


def version():
    """The library's version, or "?" while there is no library."""
    try:
        return library().skerry_version_text().decode()
    except OSError:
        return "?"


def rulesets():
    """The names of every ruleset of every game: ["fifth", "3d", ...]."""
    found = []
    while name := library().skerry_ruleset(len(found)):
        found.append(name.decode())
    return found

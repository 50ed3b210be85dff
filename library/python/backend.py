"""Builds the wheel (PEP 517, 660) with nothing but the standard library and make.

The wheel holds the package and the shared library, so it needs no compiler where it is installed."""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sysconfig
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = ROOT / "build" / "libskerry.so"


def _version():
    return (ROOT / "VERSION").read_text().strip()


def _tag():
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _metadata():
    return ("Metadata-Version: 2.1\nName: skerry\nVersion: %s\nRequires-Python: >=3.9\n"
            "Summary: Board games of the CATAN family for learners\nProvides-Extra: numpy\n"
            "Requires-Dist: numpy; extra == 'numpy'\n" % _version()).encode()


def _wheel_info():
    return ("Wheel-Version: 1.0\nGenerator: skerry\nRoot-Is-Purelib: false\nTag: %s\n" % _tag()).encode()


ENTRY_POINTS = b"[gymnasium.envs]\n__root__ = skerry.gym:register\n"


def _build_library():
    """Compile the library if the sources are there; otherwise use a library that is already built."""
    if (ROOT / "Makefile").exists():
        subprocess.run(["make", "-s", "-C", str(ROOT), "lib"], check=True, stdout=subprocess.DEVNULL)
    if not LIBRARY.exists():
        raise RuntimeError("%s is not there and cannot be built here: `make lib` in the project's folder" % LIBRARY)


def _digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _write(directory, files):
    """A wheel of these {name: bytes}; the same bytes every time."""
    info = "skerry-%s.dist-info" % _version()
    files = dict(files, **{info + "/METADATA": _metadata(), info + "/WHEEL": _wheel_info(),
                           info + "/entry_points.txt": ENTRY_POINTS})
    rows = ["%s,%s,%d" % (name, _digest(data), len(data)) for name, data in files.items()]
    files[info + "/RECORD"] = ("\n".join(rows + [info + "/RECORD,,"]) + "\n").encode()
    name = "skerry-%s-%s.whl" % (_version(), _tag())
    os.makedirs(directory, exist_ok=True)
    with zipfile.ZipFile(os.path.join(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _build_library()
    files = {"skerry/" + path.name: path.read_bytes() for path in sorted((HERE / "skerry").glob("*.py"))}
    return _write(wheel_directory, dict(files, **{"skerry/libskerry.so": LIBRARY.read_bytes()}))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _build_library()
    return _write(wheel_directory, {"skerry_editable.pth": (str(HERE) + "\n").encode()})


def build_sdist(sdist_directory, config_settings=None):
    """Everything that the library is compiled from, and the package."""
    base = "skerry-%s" % _version()
    with tarfile.open(os.path.join(sdist_directory, base + ".tar.gz"), "w:gz") as out:
        for name in ["Makefile", "VERSION", "LICENSE", "engine", "library", "tools"]:
            out.add(ROOT / name, base + "/" + name, filter=lambda i: None if "__pycache__" in i.name else i)
    return base + ".tar.gz"

"""installed.py -- `make install` into an empty folder, and everything used from there."""
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile

from program import ROOT, commands


def run(*words, **more):
    out = subprocess.run(words, capture_output=True, text=True, timeout=600, **more)
    assert out.returncode == 0, (words, out.stdout[-2000:], out.stderr[-2000:])
    return out.stdout


def test_an_installed_tree_is_complete():
    with tempfile.TemporaryDirectory() as prefix:
        run("make", "-s", "install", "PREFIX=" + prefix, cwd=ROOT)
        skerry = os.path.join(prefix, "bin", "skerry")
        assert run(skerry, "version").startswith("skerry ")
        pages = {os.path.basename(p) for p in glob.glob(prefix + "/share/man/man1/*.1")}
        assert pages == {"skerry.1"} | {"skerry-%s.1" % c for c in commands()}
        if shutil.which("man"):
            assert "SYNOPSIS" in run("man", "-l", os.path.join(prefix, "share/man/man1/skerry-play.1"),
                                     env=dict(os.environ, MANPAGER="cat", TERM="dumb"))
        for name in ("bash-completion/completions/skerry", "zsh/site-functions/_skerry",
                     "fish/vendor_completions.d/skerry.fish"):
            assert os.path.getsize(os.path.join(prefix, "share", name)) > 1000
        library(prefix)
        examples(prefix, skerry)


def test_the_loader_is_told_of_the_library():
    """`make install && cc first.c ... && ./a.out` needs the loader's cache; a fake ldconfig records how it is called."""
    with tempfile.TemporaryDirectory() as folder:
        prefix, tools = os.path.join(folder, "usr"), os.path.join(folder, "tools")
        os.mkdir(tools)
        for name, text in (("ldconfig", '[ $# -gt 0 ] && echo "$KNOWN/lib: (from <builtin>:0)" || echo called >"$KNOWN.cache"'),
                           ("id", "echo 0")):
            with open(os.path.join(tools, name), "w") as f:
                f.write("#!/bin/sh\n%s\n" % text)
            os.chmod(f.name, 0o755)
        env = dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"], KNOWN=prefix)
        run("make", "-s", "install", "PREFIX=" + prefix, "DESTDIR=" + folder + "/stage", cwd=ROOT, env=env)
        assert not os.path.exists(prefix + ".cache")
        assert "note" not in run("make", "-s", "install", "PREFIX=" + prefix, cwd=ROOT, env=env)
        assert os.path.exists(prefix + ".cache")
        assert "LD_LIBRARY_PATH" in run("make", "-s", "install", "PREFIX=" + prefix, cwd=ROOT,
                                        env=dict(env, KNOWN="/elsewhere"))


def library(prefix):
    """The library has a soname, and exports exactly the skerry_ functions of the header."""
    path = os.path.join(prefix, "lib", "libskerry.so")
    assert re.search(r"SONAME.*libskerry\.so\.\d", run("objdump", "-p", path))
    names = {line.split()[-1] for line in run("nm", "-D", "--defined-only", path).splitlines()}
    assert names and all(name.startswith("skerry_") for name in names), names
    header = open(os.path.join(prefix, "include", "skerry.h")).read()
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    assert names == set(re.findall(r"\b(skerry_\w+)\(", code)), names
    for compiler, language in (("cc", "c"), ("g++", "c++")):
        if shutil.which(compiler):
            run(compiler, "-x", language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                os.path.join(prefix, "include", "skerry.h"))


def examples(prefix, skerry):
    """The examples compiled with nothing but the installed tree, and run."""
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(prefix, "lib", "pkgconfig"),
               LD_LIBRARY_PATH=os.path.join(prefix, "lib"))
    flags = run("pkg-config", "--cflags", "--libs", "skerry", env=env).split()
    for name in ("first", "bot"):
        source = os.path.join(prefix, "share/doc/skerry/examples", name + ".c")
        run("cc", "-Wall", "-Wextra", "-Werror", source, "-o", os.path.join(prefix, name), *flags, env=env)
    assert re.match(r"seat \d has won with \d+ points", run(os.path.join(prefix, "first"), env=env))
    for bot in ("bot", "share/doc/skerry/examples/random_bot.py"):
        out = run(skerry, "arena", "--json", "--bots", os.path.join(prefix, bot) + ",random,random", "--games=3",
                  "--move-time=60000", env=env)
        played = json.loads(out)["bots"][0]
        assert played["crashed"] == played["hung"] == played["nonsense"] == 0, out


def test_a_debian_package():
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        return
    run("make", "-s", "deb", cwd=ROOT)
    package = glob.glob(os.path.join(ROOT, "build", "skerry_*.deb"))[0]
    assert "Package: skerry" in run("dpkg-deb", "-I", package)
    listed = run("dpkg-deb", "-c", package)
    for name in ("./usr/bin/skerry", "./usr/include/skerry.h", "./usr/share/man/man1/skerry.1"):
        assert name in listed, listed
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "-x", package, folder)
        assert run(os.path.join(folder, "usr/bin/skerry"), "version").startswith("skerry ")

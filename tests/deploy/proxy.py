#!/usr/bin/env python3
"""Two nodes behind nginx with deploy/nginx-compose.conf, for real: `tools/postgres python3 tests/deploy/proxy.py`. People come by
the proxy alone: everybody of a table to one node by its hash, on by `goto` through the proxy, and back after a node is lost.
Ends with "N passed, M failed"."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "server"))
from nodes_tests import node, owner, sql  # noqa: E402
from skerry import PATIENCE, Client, Closed, Server, eventually, reserved_port, running  # noqa: E402
from tables import play_on, table  # noqa: E402


class Proxy(Server):
    """What a client needs of a server, through nginx."""

    def __init__(self, port, a, b):
        self.port, self.clients, self.work = port, [], tempfile.mkdtemp(prefix="skerry-nginx-")
        site = open(os.path.join(HERE, "..", "..", "deploy", "nginx-compose.conf")).read()
        for name, s in ("a", a), ("b", b):
            site = site.replace("server %s:8080" % name, "server 127.0.0.1:%d" % s.port)
            site = site.replace("http://%s:8080/" % name, "http://127.0.0.1:%d/" % s.port)
        site = site.replace("listen 8080;", "listen 127.0.0.1:%d;" % port)
        temporary = "".join("%s_temp_path %s/%s;\n" % (x, self.work, x) for x in
                            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(self.work + "/nginx.conf", "w") as f:
            f.write("daemon off; pid %s/pid; error_log %s/log; worker_processes 1; events {}\n"
                    "http { access_log off; %s %s }\n" % (self.work, self.work, temporary, site))
        self.process = subprocess.Popen(["nginx", "-p", self.work, "-c", self.work + "/nginx.conf"],
                                        env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
        running.append(self.process)
        eventually(self.answers)

    def answers(self):
        try:
            return self.get("/livez")[0] == 200
        except OSError:
            return False

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.work, ignore_errors=True)


def come(proxy, token, name):
    """As the page does: to the table's own address, where `goto` leads, again after a moment if nobody is there."""
    end, path = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end:
        try:
            c = Client(proxy, token, table=name, id="hello", path="%s/ws?table=%s" % (path, name))
            while True:
                m = c.receive()
                if m["type"] == "goto":
                    path = re.match(r"http://localhost:\d+(/node/[ab])$", m["url"])[1]
                    break
                if m["type"] == "ok" and m.get("id") == "hello":
                    return c
        except (Closed, OSError, TimeoutError):
            path = ""
        time.sleep(0.1)
    raise AssertionError("nobody has the table")


def people_play_through_nginx():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with reserved_port() as port:
        public = "http://localhost:%d/node/" % port
        a, b = node("a", "--public", public + "a"), node("b", "--public", public + "b")
        proxy = Proxy(port, a, b)
        assert proxy.post("/node/a/api/admin/close", {"table": "x"})[0] == 404
        assert proxy.get("/node/b/livez")[0] == 200
        p, q = table(a, 2, 1)
        name, tokens = p.table["id"], (p.token, q.token)
        play_on([p, q], 6)
        p.close(), q.close()
        p, q = (come(proxy, token, name) for token in tokens)   # wherever the hash leads, they end at a
        play_on([p, q], p.game["seq"] + 6)
        assert owner(name) == "a"
        seq = p.game["seq"]
        a.kill()
        p, q = (come(proxy, token, name) for token in tokens)
        assert p.game["seq"] >= seq and owner(name) == "b"
        play_on([p, q], seq + 6)
        proxy.close()
        assert b.close() == 0


def main():
    try:
        people_play_through_nginx()
        print("ok   people_play_through_nginx\n1 passed, 0 failed")
        return 0
    except Exception:
        for p in running:
            if p.poll() is None:
                p.kill()
        print("FAIL people_play_through_nginx\n%s\n0 passed, 1 failed" % traceback.format_exc())
        return 1


if __name__ == "__main__":
    sys.exit(main())

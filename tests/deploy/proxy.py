#!/usr/bin/env python3
"""Two nodes behind a real nginx: `tools/postgres python3 tests/deploy/proxy.py NGINX nginx-compose.conf` (or another
site of deploy/, without its TLS). People connect only through the proxy. It sends everybody at a table to one node by the hash
of the table; `goto` works through it; it avoids a node that is cut off from its database; people return after a node is lost.
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
from nodes_tests import DATABASE, LEASE, node, owner, sql  # noqa: E402
from skerry import PATIENCE, Client, Closed, Server, eventually, reserved_port, running  # noqa: E402
from tables import play_on, table  # noqa: E402
from wire import Wire, new_loop  # noqa: E402

NGINX, SITE = sys.argv[1:] if len(sys.argv) == 3 else ("nginx", "nginx-compose.conf")


class Proxy(Server):
    """nginx, with the methods that a client expects of a server."""

    def __init__(self, port, a, b):
        self.port, self.clients, self.work = port, [], tempfile.mkdtemp(prefix="skerry-nginx-")
        self.ports = {a.port: "a", b.port: "b"}
        site = open(os.path.join(HERE, "..", "..", "deploy", SITE)).read()
        for place, s in ("a:8080", a), ("b:8080", b), ("127.0.0.1:8081", a), ("127.0.0.1:8082", b):
            site = site.replace("server %s " % place, "server 127.0.0.1:%d " % s.port)
            site = site.replace("http://%s/" % place, "http://127.0.0.1:%d/" % s.port)
        site = re.sub(r"(?m)^ *(ssl_certificate.*|listen \[::\].*)\n", "", site)
        site = re.sub(r"listen (8080|443 ssl http2);", "listen 127.0.0.1:%d;" % port, site)
        site = site.replace("listen 80;", "listen unix:%s/socket;" % self.work)
        assert str(a.port) in site and str(b.port) in site and str(port) in site
        temporary = "".join("%s_temp_path %s/%s;\n" % (x, self.work, x) for x in
                            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(self.work + "/nginx.conf", "w") as f:
            f.write("daemon off; master_process off; pid %s/pid; error_log %s/log; worker_processes 1; events {}\n"
                    "http { log_format who '$upstream_addr $upstream_status $arg_table'; access_log %s/who who; %s %s }\n"
                    % (self.work, self.work, self.work, temporary, site))
        self.process = subprocess.Popen([NGINX, "-p", self.work, "-c", self.work + "/nginx.conf"],
                                        env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
        running.append(self.process)
        eventually(self.answers)

    def answers(self):
        try:
            return self.get("/livez")[0] == 200
        except OSError:
            return False

    def went(self, name):
        """The nodes to which nginx sent the sockets of a table, in order, including nodes that it tried in vain."""
        lines = [line.split() for line in open(self.work + "/who") if line.endswith(" %s\n" % name)]
        return [self.ports[int(n)] for line in lines for n in re.findall(r"127.0.0.1:(\d+)", " ".join(line))]

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.work, ignore_errors=True)


def come(proxy, token, name):
    """Connect as the page does: to the table's own address, then where `goto` leads, and again after a moment on failure."""
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


def a_table_is_always_sent_to_the_same_node(proxy):
    """No node owns the table yet, so only the hash decides: people who open the same link meet."""
    names = ["t%011d" % i for i in range(15)]     # an odd number, so that round-robin would be noticed
    for _ in range(3):
        for name in names:
            Client(proxy, None, hello=False, path="/ws?table=" + name).close()
    eventually(lambda: all(len(proxy.went(name)) == 3 for name in names))      # a line is written when a socket ends
    assert all(len(set(proxy.went(name))) == 1 for name in names), [proxy.went(name) for name in names]
    assert {proxy.went(name)[0] for name in names} == {"a", "b"}


def who_comes_to_a_node_that_is_cut_off_is_sent_on(proxy, wire, a, b):
    """nginx skips the node because it answers 503, even if the hash chooses it."""
    wire.cut()
    eventually(lambda: a.get("/readyz")[0] == 503)
    for i in range(8):
        Client(proxy, b.session("P")["token"], path="/ws?table=c%011d" % i).close()
    wire.heal()
    eventually(a.ready)


def people_play_through_nginx():
    sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with reserved_port() as port, tempfile.TemporaryDirectory() as folder:
        public = "http://localhost:%d/node/" % port
        wire = Wire(new_loop(), folder, re.search(r"host=([^&]+)", DATABASE)[1])
        a = Server("--store", DATABASE.replace(wire.to, folder), "--node", "a", "--lease", str(LEASE), "--drain", "1",
                   "--public", public + "a")
        b = node("b", "--public", public + "b")
        proxy = Proxy(port, a, b)
        assert proxy.post("/node/a/api/admin/close", {"table": "x"})[0] == 404
        assert proxy.get("/node/b/livez")[0] == 200
        a_table_is_always_sent_to_the_same_node(proxy)
        who_comes_to_a_node_that_is_cut_off_is_sent_on(proxy, wire, a, b)
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

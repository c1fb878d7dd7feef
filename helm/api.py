#!/usr/bin/env python3
"""A Kubernetes API that only knows some objects: what `lookup` in a template asks. For helm/test.

api.py FILE: FILE has a JSON list of objects. Prints its port, then answers until it is stopped. Standard library only.
"""
import http.server
import json
import sys

KINDS = {"v1": [("secrets", "Secret")], "apps/v1": [("statefulsets", "StatefulSet")]}
with open(sys.argv[1]) as file:
    objects = {f"{it['kind']}/{it['metadata']['name']}": it for it in json.load(file)}


def resources(version):
    return {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version, "resources": [
        {"name": plural, "singularName": "", "namespaced": True, "kind": kind, "verbs": ["get"]} for plural, kind in KINDS[version]]}


def answer(path):
    if path == "/version":
        return {"major": "1", "minor": "30", "gitVersion": "v1.30.0"}
    if path == "/api":
        return {"kind": "APIVersions", "versions": ["v1"]}
    if path == "/apis":
        version = {"groupVersion": "apps/v1", "version": "v1"}
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": [{"name": "apps", "versions": [version], "preferredVersion": version}]}
    if path in ("/api/v1", "/apis/apps/v1"):
        return resources(path.split("/", 2)[2] if path.startswith("/apis/") else "v1")
    plural, name = path.split("/")[-2:]
    kind = dict(pair for pairs in KINDS.values() for pair in pairs).get(plural)
    return objects.get(f"{kind}/{name}")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        found = answer(self.path.split("?")[0])
        body = json.dumps(found or {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404}).encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()

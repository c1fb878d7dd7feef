#!/usr/bin/env python3
"""What templates, rules and dashboards promise each other: metrics exist, alerts have runbooks, pods are hardened.

check.py HOME RENDERED: HOME is the checkout, RENDERED a directory with *.out.yaml made by `helm template`. Standard library only.
"""
import glob
import json
import re
import sys

home, rendered = sys.argv[1:3]
problems = []


def check(holds, what):
    if not holds:
        problems.append(what)


# Metrics by name, as a live scrape of each role shows them (cli, ClusterCommandsTest.scrape_ofEachRole).
with open(f"{home}/helm/chameleon/rules/metrics.txt") as file:
    known = {line.split()[0] for line in file if line.strip() and not line.startswith("#")}

# What stands in an expression and is no metric.
WORDS = set("""by without on ignoring group_left group_right or and unless offset bool inf nan sum avg min max count stddev quantile topk
rate increase deriv histogram_quantile vector absent abs resets time timestamp group_left clamp_min label_values predict_linear""".split())
# Prometheus makes it itself.
known.add("up")
# Of a process with a certificate.
known.add("chameleon_tls_not_after_seconds")
# Of kube-state-metrics and the kubelet, which not every cluster scrapes.
known.update("""kube_statefulset_replicas kube_statefulset_status_replicas_ready kubelet_volume_stats_available_bytes
kubelet_volume_stats_capacity_bytes""".split())


def metrics(expression):
    text = re.sub(r'"[^"]*"', '""', expression)
    text = re.sub(r"\[[^\]]*\]", "", text)
    text = re.sub(r"\{[^}]*\}", "{}", text)
    text = re.sub(r"\b(by|without|on|ignoring)\s*\([^)]*\)", "", text)
    return {word for word in re.findall(r"[a-zA-Z_:][a-zA-Z0-9_:]*", text) if word not in WORDS}


with open(f"{home}/helm/chameleon/rules/alerts.yaml") as file:
    rules = file.read()
with open(f"{home}/docs/operate/operations.md") as file:
    headings = {re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").strip().lower()).replace(" ", "-")
                for line in file if line.startswith("#")}
alerts = re.findall(r"- alert: (\w+)", rules)
expressions = [(name, expr.replace("''", "'")) for name, expr in re.findall(r"- alert: (\w+)\n\s+expr: '(.*)'\n", rules)]
check(len(alerts) == len(set(alerts)) == len(expressions), "rules: an alert without an expression, or twice")
for name in alerts:
    check(name.lower() in headings, f"docs/operate/operations.md: no runbook '### {name}'")
    check(f"runbook_url: RUNBOOKS#{name.lower()}\n" in rules, f"alert {name}: its runbook_url is not its own")

dashboards = sorted(glob.glob(f"{home}/helm/chameleon/dashboards/*.json"))
check(len(dashboards) == 6, f"dashboards: {len(dashboards)} found, expected 6")
for path in dashboards:
    with open(path) as file:
        board = json.load(file)
    for panel in board["panels"]:
        for target in panel["targets"]:
            expressions.append((f"{board['title']}, {panel['title']}", target["expr"]))
for where, expression in expressions:
    for metric in metrics(expression):
        check(metric in known, f"{where}: metric {metric} is in no scrape (rules/metrics.txt)")

for path in sorted(glob.glob(f"{rendered}/*.out.yaml")):
    with open(path) as file:
        documents = file.read().split("\n---\n")
    for document in documents:
        kind = (re.search(r"^kind: (\w+)", document, re.M) or [None, ""])[1]
        name = (re.search(r"^  name: (\S+)", document, re.M) or [None, ""])[1]
        if kind not in ("StatefulSet", "Deployment", "Pod", "Job"):
            continue
        where = f"{path.rsplit('/', 1)[-1]}: {kind} {name}"
        for needed in ("runAsNonRoot: true", "readOnlyRootFilesystem: true", "drop: [ALL]", "type: RuntimeDefault",
                       "allowPrivilegeEscalation: false", "automountServiceAccountToken: false", "enableServiceLinks: false"):
            check(needed in document, f"{where}: no {needed}")
        check(re.search(r"requests:\n", document), f"{where}: no requests")
        if kind not in ("Pod", "Job") and not name.endswith("-toolbox"):
            for needed in ("/health/startup", "/health/live", "/health/ready", "checksum/config"):
                check(needed in document, f"{where}: no {needed}")
        # An ordered one keeps a pod that cannot start, and a rollback does not replace it.
        check(kind != "StatefulSet" or "podManagementPolicy: Parallel" in document, f"{where}: no podManagementPolicy: Parallel")
        if kind == "StatefulSet" and name.endswith("-server"):
            for needed in ("volumeClaimTemplates:", "$(POD_NAME)."):
                check(needed in document, f"{where}: no {needed}")


def labels_of(document):
    """Labels of a workload's pods."""
    pod = document[document.find("  template:"):]
    return dict(re.findall(r"^        (app\.kubernetes\.io/\w+): (\S+)", pod, re.M))


def selects(rule, labels):
    """Whether one of the peers in a rule's text takes a pod of this namespace in: an empty selector, or labels that it has."""
    if "podSelector: {}" in rule:
        return True
    peers = rule.split("podSelector:")[1:]
    return any(all(labels.get(key) == value for key, value in re.findall(r"(app\.kubernetes\.io/\w+): (\S+)", peer)) for peer in peers)


# What NOTES tells operators to run is run in a pod whose credential and network policies let it reach all that commands talk to.
with open(f"{home}/helm/chameleon/templates/NOTES.txt") as file:
    shells = set(re.findall(r"exec deploy/\S*?-(\w+) --", file.read().replace("{{ include \"chameleon.fullname\" . }}", "x")))
check(shells == {"toolbox"}, f"NOTES.txt: commands are run in {shells}, expected {{'toolbox'}}")
TALKS_TO = {"metadata": 7400, "balancer": 7402, "server": 7410}
for path in sorted(glob.glob(f"{rendered}/*.out.yaml")):
    where = path.rsplit("/", 1)[-1]
    with open(path) as file:
        documents = file.read().split("\n---\n")
    workloads = {name.rsplit("-", 1)[-1]: document for document in documents
                 for kind, name in re.findall(r"^kind: (Deployment|StatefulSet)\nmetadata:\n  name: (\S+)", document, re.M)}
    policies = {name.rsplit("-", 1)[-1]: document for document in documents
                for name in re.findall(r"^kind: NetworkPolicy\nmetadata:\n  name: (\S+)", document, re.M)}
    for name, document in workloads.items():
        holds = "path: admin-token" in document or "tls-admin" in document
        check(holds == (name == "toolbox"), f"{where}: {name}: has it the operators' credential? {holds}; only the toolbox is to have it")
        holds = "path: gateway-token" in document
        check(holds <= (name == "s3"), f"{where}: {name}: has it the gateway's token? {holds}; only s3 is to have it")
    if "s3" in workloads:
        # A process that faces users has one credential in the cluster, its own, and no key of anybody's for the store's own protocol.
        for other in ("path: keys", "path: balancer-token", "/etc/chameleon-users"):
            check(other not in workloads["s3"], f"{where}: s3 has {other}")
        gateway = labels_of(workloads["s3"])
        for component, port in (("metadata", 7400), ("server", 7410)) if policies else ():
            rules = re.split(r"^    - (?=from:)", policies[component].split("  ingress:")[1].split("  egress:")[0], flags=re.M)
            check(any(f"port: {port}" in rule and selects(rule, gateway) for rule in rules),
                  f"{where}: the policy of {component} does not let s3 in at {port}")
            rules = re.split(r"^    - (?=to:|ports:)", policies["s3"].split("  egress:")[1], flags=re.M)
            check(any(f"port: {port}" in rule and selects(rule, labels_of(workloads[component])) for rule in rules),
                  f"{where}: the policy of s3 does not let it reach {component}:{port}")
    if "toolbox" not in workloads or not policies:
        continue
    toolbox = labels_of(workloads["toolbox"])
    for component, port in TALKS_TO.items():
        target = labels_of(workloads[component])
        out = policies["toolbox"].split("  egress:")[1]
        rules = re.split(r"^    - (?=to:|ports:)", out, flags=re.M)
        check(any(f"port: {port}" in rule and selects(rule, target) for rule in rules),
              f"{where}: the policy of the toolbox does not let it reach {component}:{port}")
        rules = re.split(r"^    - (?=from:)", policies[component].split("  ingress:")[1].split("  egress:")[0], flags=re.M)
        check(any(f"port: {port}" in rule and selects(rule, toolbox) for rule in rules),
              f"{where}: the policy of {component} does not let the toolbox in at {port}")

for problem in problems:
    print(f"helm/check.py: {problem}")
sys.exit(1 if problems else 0)

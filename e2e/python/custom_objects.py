"""Works with a custom kind through the dynamic client, and prints what it finds, a JSON value a line."""
import json
import sys

import yaml
from kubernetes import client, config, dynamic
from kubernetes.dynamic.exceptions import ConflictError, NotFoundError, UnprocessibleEntityError

namespace, definition = sys.argv[1:]
config.load_kube_config()
api = dynamic.DynamicClient(client.ApiClient())


def show(value):
    print(json.dumps(value), flush=True)


definitions = api.resources.get(api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition")
with open(definition) as file:
    definitions.create(body=yaml.safe_load(file))
for event in definitions.watch(name="hives.bees.example.com", timeout=10):
    conditions = event["object"].status.conditions or []
    if any(condition.type == "Established" and condition.status == "True" for condition in conditions):
        break

hives = api.resources.get(api_version="bees.example.com/v1", kind="Hive")
show([hives.name, hives.singular_name, hives.namespaced, hives.short_names])


def hive(name, **spec):
    labels = {"color": name}
    metadata = {"name": name, "labels": labels}
    return {"apiVersion": "bees.example.com/v1", "kind": "Hive", "metadata": metadata, "spec": spec}


for name in ("blue", "red"):
    created = hives.create(namespace=namespace, body=hive(name, queen="Mary"))
    show([created.metadata.name, created.spec.frames, created.metadata.generation])

patched = hives.patch(
    name="blue", namespace=namespace, body={"spec": {"frames": 3}}, content_type="application/merge-patch+json"
)
show([patched.spec.frames, patched.metadata.generation])
patched = hives.patch(
    name="blue",
    namespace=namespace,
    body=[{"op": "replace", "path": "/spec/queen", "value": "Anne"}],
    content_type="application/json-patch+json",
)
show(patched.spec.queen)
status = {"status": {"frames": 3}}
patched = hives.status.patch(
    name="blue", namespace=namespace, body=status, content_type="application/merge-patch+json"
)
show([patched.status.frames, patched.metadata.generation])

show([item.metadata.name for item in hives.get(namespace=namespace).items])
show([item.metadata.name for item in hives.get(namespace=namespace, label_selector="color=red").items])

stale = hives.get(name="red", namespace=namespace).to_dict()
hives.patch(name="red", namespace=namespace, body={"spec": {"frames": 1}}, content_type="application/merge-patch+json")
try:
    hives.replace(namespace=namespace, body=stale)
except ConflictError as error:
    show([error.status, json.loads(error.body)["reason"]])
try:
    hives.create(namespace=namespace, body=hive("bad", frames=0))
except UnprocessibleEntityError as error:
    show([error.status, sorted(cause["field"] for cause in json.loads(error.body)["details"]["causes"])])

hives.delete(name="blue", namespace=namespace)
try:
    hives.get(name="blue", namespace=namespace)
except NotFoundError as error:
    show([error.status, json.loads(error.body)["message"]])

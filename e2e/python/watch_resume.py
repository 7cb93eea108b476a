"""Watches custom objects, resumes where it was when the connection breaks, and prints a line for each event."""
import sys

from kubernetes import client, config, dynamic, watch
from urllib3.exceptions import HTTPError

namespace = sys.argv[1]
config.load_kube_config()
api = dynamic.DynamicClient(client.ApiClient())
hives = api.resources.get(api_version="bees.example.com/v1", kind="Hive")

version = hives.get(namespace=namespace).metadata.resourceVersion
print("WATCHING", flush=True)
while True:
    try:
        for event in hives.watch(namespace=namespace, resource_version=version, timeout=60):
            version = event["object"].metadata.resourceVersion
            name = event["object"].metadata.name
            print(event["type"], name, flush=True)
            if event["type"] == "DELETED":
                sys.exit()
    except HTTPError as error:
        print("CUT", type(error).__name__, flush=True)

"""Works with built-in kinds through the typed client, and prints what it finds, a JSON value a line."""
import json
import sys

from kubernetes import client, config
from kubernetes.client.rest import ApiException

namespace = sys.argv[1]
config.load_kube_config()
core = client.CoreV1Api()
apps = client.AppsV1Api()


def show(value):
    print(json.dumps(value), flush=True)


for number in range(7):
    body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name=f"map-{number}", labels={"app": "maps"}), data={"n": "1"})
    core.create_namespaced_config_map(namespace, body)
names, token = [], None
pages = 0
while pages == 0 or token:
    page = core.list_namespaced_config_map(namespace, label_selector="app=maps", limit=3, _continue=token)
    names += [item.metadata.name for item in page.items]
    token = page.metadata._continue
    pages += 1
show([pages, names])

template = client.V1PodTemplateSpec(
    metadata=client.V1ObjectMeta(labels={"app": "web"}),
    spec=client.V1PodSpec(containers=[client.V1Container(name="main", image="example/app:1")]),
)
selector = client.V1LabelSelector(match_labels={"app": "web"})
spec = client.V1DeploymentSpec(replicas=0, selector=selector, template=template)
created = apps.create_namespaced_deployment(
    namespace, client.V1Deployment(metadata=client.V1ObjectMeta(name="web"), spec=spec)
)
show([created.spec.strategy.type, created.spec.template.spec.restart_policy])
sidecar = {"spec": {"template": {"spec": {"containers": [{"name": "side", "image": "example/side:1"}]}}}}
patched = apps.patch_namespaced_deployment("web", namespace, sidecar)
show(sorted(container.name for container in patched.spec.template.spec.containers))
show(apps.patch_namespaced_deployment_scale("web", namespace, {"spec": {"replicas": 1}}).spec.replicas)

core.delete_namespaced_config_map("map-0", namespace)
try:
    core.read_namespaced_config_map("map-0", namespace)
except ApiException as error:
    show([error.status, json.loads(error.body)["message"]])
show(client.VersionApi().get_code().minor)

import {
  ConfigMap,
  ControlPlaneComponent,
  CronJob,
  Deployment,
  HostedControlPlane,
  Job,
  PriorityClass,
  Route,
  Secret,
  Service,
  StatefulSet,
  StorageClass,
} from '@skep/api'
import type { Informer } from '@skep/client'
import type { Manager } from '@skep/controller'

/** What of the management cluster is followed for control planes. */
export interface ControlPlaneObjects {
  readonly controlPlanes: Informer<HostedControlPlane>
  readonly components: Informer<ControlPlaneComponent>
  readonly deployments: Informer<Deployment>
  readonly statefulSets: Informer<StatefulSet>
  readonly jobs: Informer<Job>
  readonly cronJobs: Informer<CronJob>
  readonly services: Informer<Service>
  readonly routes: Informer<Route>
  readonly secrets: Informer<Secret>
  readonly configMaps: Informer<ConfigMap>
  readonly priorityClasses: Informer<PriorityClass>
  readonly storageClasses: Informer<StorageClass>
}

/** The copies that the manager keeps for all its controllers. */
export function followObjects(manager: Manager): ControlPlaneObjects {
  const informers = manager.informersOf()
  return {
    controlPlanes: informers.of(HostedControlPlane),
    components: informers.of(ControlPlaneComponent),
    deployments: informers.of(Deployment),
    statefulSets: informers.of(StatefulSet),
    jobs: informers.of(Job),
    cronJobs: informers.of(CronJob),
    services: informers.of(Service),
    routes: informers.of(Route),
    secrets: informers.of(Secret),
    configMaps: informers.of(ConfigMap),
    priorityClasses: informers.of(PriorityClass),
    storageClasses: informers.of(StorageClass),
  }
}

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
import type { Client, Informer } from '@skep/client'
import type { Manager } from '@skep/controller'
import { type ComponentCopies, createComponentCopies } from './components/component-copies.ts'

/** What of the management cluster is followed for control planes. */
export interface ControlPlaneObjects {
  readonly controlPlanes: Informer<HostedControlPlane>
  readonly components: Informer<ControlPlaneComponent>
  readonly componentCopies: ComponentCopies
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
export function followObjects(client: Client, manager: Manager): ControlPlaneObjects {
  const informers = manager.informersOf()
  const components = informers.of(ControlPlaneComponent)
  return {
    controlPlanes: informers.of(HostedControlPlane),
    components,
    componentCopies: createComponentCopies(client, components),
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

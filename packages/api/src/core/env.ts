import { s, type TypeOf } from '@skep/schema'

export const ConfigMapEnvSource = s.object(
  {
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the ConfigMap, in the namespace of the pod.' })),
    optional: s.optional(s.bool({ description: 'Whether the container may start without the ConfigMap.' })),
  },
  {
    description: 'A ConfigMap whose every key becomes an environment variable.',
    component: 'io.k8s.api.core.v1.ConfigMapEnvSource',
  },
)
export type ConfigMapEnvSource = TypeOf<typeof ConfigMapEnvSource>

export const ConfigMapKeySelector = s.object(
  {
    key: s.string({ description: 'The key to read.', default: '' }),
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the ConfigMap, in the namespace of the pod.' })),
    optional: s.optional(s.bool({ description: 'Whether the container may start without the ConfigMap or its key.' })),
  },
  { description: 'One key of a ConfigMap.', component: 'io.k8s.api.core.v1.ConfigMapKeySelector', mapType: 'atomic' },
)
export type ConfigMapKeySelector = TypeOf<typeof ConfigMapKeySelector>

export const SecretEnvSource = s.object(
  {
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the Secret, in the namespace of the pod.' })),
    optional: s.optional(s.bool({ description: 'Whether the container may start without the Secret.' })),
  },
  {
    description: 'A Secret whose every key becomes an environment variable.',
    component: 'io.k8s.api.core.v1.SecretEnvSource',
  },
)
export type SecretEnvSource = TypeOf<typeof SecretEnvSource>

export const EnvFromSource = s.object(
  {
    configMapRef: s.optional(s.with(ConfigMapEnvSource, { description: 'The ConfigMap to take them from.' })),
    prefix: s.optional(s.string({ omitEmpty: true, description: 'Text put in front of every key.' })),
    secretRef: s.optional(s.with(SecretEnvSource, { description: 'The Secret to take them from.' })),
  },
  { description: 'A source of many environment variables.', component: 'io.k8s.api.core.v1.EnvFromSource' },
)
export type EnvFromSource = TypeOf<typeof EnvFromSource>

export const FileKeySelector = s.object(
  {
    key: s.string({ description: 'Name of the variable in the file.', default: '' }),
    optional: s.optional(
      s.bool({ description: 'Whether the container may start without the file or the variable.', default: false }),
    ),
    path: s.string({ description: 'Path of the file inside the volume; relative, without dot-dot.', default: '' }),
    volumeName: s.string({ description: 'Name of the volume that holds the file.', default: '' }),
  },
  {
    description: 'One variable of an environment file in a volume.',
    component: 'io.k8s.api.core.v1.FileKeySelector',
    mapType: 'atomic',
  },
)
export type FileKeySelector = TypeOf<typeof FileKeySelector>

export const ObjectFieldSelector = s.object(
  {
    apiVersion: s.optional(
      s.string({ omitEmpty: true, description: 'Version of the API that fieldPath is written in.' }),
    ),
    fieldPath: s.string({ description: 'Path of the field, such as metadata.name or status.podIP.', default: '' }),
  },
  { description: 'A field of the pod itself.', component: 'io.k8s.api.core.v1.ObjectFieldSelector', mapType: 'atomic' },
)
export type ObjectFieldSelector = TypeOf<typeof ObjectFieldSelector>

export const ResourceFieldSelector = s.object(
  {
    containerName: s.optional(
      s.string({
        omitEmpty: true,
        description: 'The container asked about. Needed for volumes, optional for environment variables.',
      }),
    ),
    divisor: s.optional(s.quantity({ description: 'Unit in which the value is shown.' })),
    resource: s.string({ description: 'The resource, such as limits.cpu or requests.memory.', default: '' }),
  },
  {
    description: 'A resource request or limit of a container.',
    component: 'io.k8s.api.core.v1.ResourceFieldSelector',
    mapType: 'atomic',
  },
)
export type ResourceFieldSelector = TypeOf<typeof ResourceFieldSelector>

export const SecretKeySelector = s.object(
  {
    key: s.string({ description: 'The key to read.', default: '' }),
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the Secret, in the namespace of the pod.' })),
    optional: s.optional(s.bool({ description: 'Whether the container may start without the Secret or its key.' })),
  },
  { description: 'One key of a Secret.', component: 'io.k8s.api.core.v1.SecretKeySelector', mapType: 'atomic' },
)
export type SecretKeySelector = TypeOf<typeof SecretKeySelector>

export const EnvVarSource = s.object(
  {
    configMapKeyRef: s.optional(s.with(ConfigMapKeySelector, { description: 'A key of a ConfigMap.' })),
    fieldRef: s.optional(
      s.with(ObjectFieldSelector, { description: 'A field of the pod, such as its name, labels or address.' }),
    ),
    fileKeyRef: s.optional(s.with(FileKeySelector, { description: 'A variable of an environment file in a volume.' })),
    resourceFieldRef: s.optional(
      s.with(ResourceFieldSelector, { description: 'A resource request or limit of a container.' }),
    ),
    secretKeyRef: s.optional(s.with(SecretKeySelector, { description: 'A key of a Secret.' })),
  },
  {
    description: 'Where the value of an environment variable comes from. Exactly one source is set.',
    component: 'io.k8s.api.core.v1.EnvVarSource',
  },
)
export type EnvVarSource = TypeOf<typeof EnvVarSource>

export const EnvVar = s.object(
  {
    name: s.string({ description: 'Name of the variable.', default: '' }),
    value: s.optional(
      s.string({
        omitEmpty: true,
        description: 'The value. $(NAME) stands for an earlier variable, $$ for a dollar sign.',
      }),
    ),
    valueFrom: s.optional(
      s.with(EnvVarSource, { description: 'Where to take the value from, when it is not written here.' }),
    ),
  },
  { description: 'An environment variable.', component: 'io.k8s.api.core.v1.EnvVar' },
)
export type EnvVar = TypeOf<typeof EnvVar>

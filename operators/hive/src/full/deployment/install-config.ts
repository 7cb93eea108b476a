import type { Secret } from '@skep/api'
import type { Stored } from '@skep/client'
import { isObject, type JsonObject, parseSecretYaml } from '@skep/schema'
import type { InstallConfig } from '../installer/infrastructure.ts'
import { platformOf, regionOf } from '../platforms.ts'
import { decodeSecret } from '../secrets.ts'
import { applyCustomization, customizationOf, tellCustomization } from './customization.ts'
import { type Deployment, type DeploymentScope, type DeploymentStep, state } from './scope.ts'

const KEY = 'install-config.yaml'
const DEFAULT_WORKERS = 3

const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  aws: 'an AWS',
  gcp: 'a GCP',
  azure: 'an Azure',
  vsphere: 'a vSphere',
  nutanix: 'a Nutanix',
}

/** Says everything that an installer would refuse before an attempt is spent on it. */
export const checkInstallConfig: DeploymentStep = async (ctx, scope) => {
  if (!scope.deployment.spec.provisioning?.installConfigSecretRef?.name) {
    return refuse(ctx, scope, 'InstallConfigRefNotSet', 'Install config reference is not set')
  }
  const parsed = await readInstallConfig(scope)
  const problem = typeof parsed === 'string' ? parsed : problemOf(scope.deployment, parsed)
  if (problem !== undefined) return refuse(ctx, scope, 'InstallConfigValidationFailed', problem)
  const customization = await customizationOf(scope)
  if (customization === 'missing') {
    return refuse(ctx, scope, 'CustomizationRefNotAvailable', 'Customization reference could not be loaded')
  }
  // A text that could not be parsed has been refused above.
  const broken = customization && (await tellCustomization(ctx, scope, parsed as JsonObject, customization))
  if (broken) return refuse(ctx, scope, 'InstallConfigValidationFailed', broken)
  state(ctx, scope, {
    type: 'RequirementsMet',
    status: 'True',
    reason: 'AllRequirementsMet',
    message: 'All pre-provision requirements met',
  })
  return undefined
}

/** Whoever mends what is wrong brings the deployment back: it is watched. */
const refuse = (...[ctx, scope, reason, message]: [...Parameters<DeploymentStep>, string, string]) => {
  state(ctx, scope, { type: 'RequirementsMet', status: 'False', reason, message })
  return {}
}

/** What Secrets say, by the Secret: each is read at every step of an install, and the same object while it is the same. */
const parsedSecrets = new WeakMap<Stored<Secret>, JsonObject | string>()

/** The install-config of a deployment, or what is wrong with it. */
async function readInstallConfig({
  parts,
  deployment,
}: Pick<DeploymentScope, 'parts' | 'deployment'>): Promise<JsonObject | string> {
  const { namespace } = deployment.metadata
  const name = deployment.spec.provisioning?.installConfigSecretRef?.name
  const secret = name ? await parts.secrets.get({ namespace, name }) : undefined
  if (!secret) return parseInstallConfig(undefined)
  const known = parsedSecrets.get(secret)
  if (known !== undefined) return known
  const parsed = parseInstallConfig(decodeSecret(secret, KEY))
  parsedSecrets.set(secret, parsed)
  return parsed
}

/** The install-config, or what is wrong with its text. */
function parseInstallConfig(text: string | undefined): JsonObject | string {
  if (text === undefined) return `install config secret does not contain ${KEY}`
  try {
    const { value } = parseSecretYaml(text)
    return isObject(value) ? value : 'could not unmarshal InstallConfig: it is not an object'
  } catch (error) {
    return `could not unmarshal InstallConfig: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Where an install-config and the deployment contradict each other. What the install-config does not say is fine. */
export function problemOf({ spec }: Pick<Deployment, 'spec'>, config: JsonObject): string | undefined {
  const metadata = isObject(config['metadata']) ? config['metadata'] : {}
  const { name } = metadata
  if (name !== undefined && name !== spec.clusterName) {
    return 'install config cluster name does not match cluster deployment cluster name'
  }
  if (config['baseDomain'] !== undefined && config['baseDomain'] !== spec.baseDomain) {
    return 'install config base domain does not match cluster deployment base domain'
  }
  const platform = platformOf(spec.platform)
  const words = platform && PLATFORM_NAMES[platform]
  if (platform === undefined || words === undefined) return undefined
  const section = isObject(config['platform']) ? config['platform'][platform] : undefined
  if (!isObject(section)) return `install config did not contain ${words} platform`
  const region = regionOf(spec.platform)
  if (region !== undefined && section['region'] !== region) {
    return 'install config region does not match cluster deployment region'
  }
  return undefined
}

/** The install-config as the installer gets it, with customizations; undefined when there is none to read. */
export async function effectiveInstallConfig(
  scope: Pick<DeploymentScope, 'parts' | 'deployment'>,
): Promise<InstallConfig | undefined> {
  const parsed = await readInstallConfig(scope)
  if (typeof parsed === 'string') return undefined
  const customization = await customizationOf(scope)
  const patched = customization === 'missing' ? parsed : applyCustomization(parsed, customization)
  return { workers: workersOf(patched) }
}

/** How many workers an install-config asks for; three where it does not say. */
export function workersOf({ compute }: JsonObject): number {
  const pools = Array.isArray(compute) ? compute.filter(isObject) : []
  const replicas = pools.find(({ name }) => name === 'worker')?.['replicas']
  return typeof replicas === 'number' ? replicas : DEFAULT_WORKERS
}

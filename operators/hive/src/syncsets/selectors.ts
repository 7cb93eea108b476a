import { type LabelSelector, matchesSelector } from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'

/** Objects that select others by label. */
export interface Selecting extends KubeObject {
  readonly spec: { readonly clusterDeploymentSelector?: LabelSelector | undefined }
}

type Labels = Readonly<Record<string, string>> | undefined

/** Under this value are selectors that ask for no label in particular. */
const ANY = ''
const SELECTOR_INDEX = 'requiredLabel'
const LABEL_INDEX = 'label'

/** Whether a selector selects labels; here, none selects everything. */
const selects = (selector: LabelSelector | undefined, labels: Labels): boolean =>
  matchesSelector(selector ?? {}, labels)

/** A label that everything selected has; undefined when there is none. */
function requiredLabel(selector: LabelSelector | undefined): string | undefined {
  const [first] = Object.entries(selector?.matchLabels ?? {})
  return first && pair(first)
}

const pair = ([key, value]: readonly [string, string]): string => `${key}=${value}`

/** Lets the objects that select others be found by the labels of these: only those that may match are looked at. */
export function selectorsOf<T extends Selecting>(informer: Informer<T>): (labels: Labels) => Stored<T>[] {
  informer.addIndex(SELECTOR_INDEX, ({ spec }) => [requiredLabel(spec.clusterDeploymentSelector) ?? ANY])
  return (labels) =>
    [ANY, ...Object.entries(labels ?? {}).map(pair)]
      .flatMap((value) => informer.find(SELECTOR_INDEX, value))
      .filter(({ spec }) => selects(spec.clusterDeploymentSelector, labels))
}

/** Lets objects be found by a selector, by way of a label that it asks for. */
export function selectedBy<T extends KubeObject>(
  informer: Informer<T>,
): (selector: LabelSelector | undefined) => Stored<T>[] {
  informer.addIndex(LABEL_INDEX, ({ metadata }) => Object.entries(metadata.labels ?? {}).map(pair))
  return (selector) => {
    const required = requiredLabel(selector)
    const candidates = required === undefined ? informer.list() : informer.find(LABEL_INDEX, required)
    return candidates.filter(({ metadata }) => selects(selector, metadata.labels))
  }
}

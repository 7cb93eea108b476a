import type { Container, Pod } from '@skep/api'

/** How amounts of whatever form are put together. */
export interface AmountOperations<A> {
  readonly none: A
  sum(left: A, right: A): A
  /** The larger of each. */
  largest(left: A, right: A): A
}

/**
 * What the containers of a pod take together: all that run, sidecars included, or what its greediest init container needs
 * beside the sidecars started before it, whichever is more.
 */
export function podTotal<A>(
  { spec }: Pod,
  amountsOf: (container: Container) => A,
  { none, sum, largest }: AmountOperations<A>,
): A {
  const running = (spec?.containers ?? []).map(amountsOf).reduce(sum, none)
  let sidecars = none
  let starting = none
  for (const container of spec?.initContainers ?? []) {
    const own = amountsOf(container)
    starting = largest(starting, sum(sidecars, own))
    if (container.restartPolicy === 'Always') sidecars = sum(sidecars, own)
  }
  return largest(sum(running, sidecars), starting)
}

const BYTE = '([0-9]|[0-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])'
const GROUP = '[0-9A-Fa-f]{1,4}'
/** As the platform spells it, so that the same ranges are taken and refused: these letters d stand for themselves. */
const EMBEDDED = '((25[0-5]|2[0-4]d|1dd|[1-9]?d)(.(25[0-5]|2[0-4]d|1dd|[1-9]?d)){3})'

const IPV4_RANGE = `^(${BYTE}\\.){3}${BYTE}/([0-9]|[12][0-9]|3[0-2])$`

/** An address of IPv6 that leaves out what is zero after so many groups: at most so many others may follow. */
function shortened(groups: number): string {
  const start = groups === 0 ? ':' : `(${GROUP}:){${groups}}`
  const rest = `((:${GROUP}){1,${7 - groups}})`
  const between = groups === 4 ? `(:${GROUP})?` : `(:${GROUP}){0,${5 - groups}}`
  const embedded = groups === 5 ? `:${EMBEDDED}` : `(${between}:${EMBEDDED})`
  return `(${start}(${rest}|${embedded}|:))`
}

const IPV6_ADDRESS = [
  `((${GROUP}:){7}(${GROUP}|:))`,
  `((${GROUP}:){6}(:${GROUP}|${EMBEDDED}|:))`,
  ...[5, 4, 3, 2, 1, 0].map(shortened),
].join('|')

const IPV6_RANGE = `^s*(${IPV6_ADDRESS})(%.+)?s*(\\/(12[0-8]|1[0-1][0-9]|[1-9][0-9]|[0-9]))$`

/** A network of clients, by its address and the length of its prefix. */
export const SOURCE_RANGE = `(${IPV4_RANGE})|(${IPV6_RANGE})`

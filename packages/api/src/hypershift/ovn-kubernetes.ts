import { s, type ValidationRule } from '@skep/schema'
import { checked, notRemoved, unchanged } from '../openshift/rules.ts'

/** A range of one family that leaves room for addresses. */
const rangeOf = (family: 4 | 6, longestPrefix: number, form: string): ValidationRule[] => [
  { rule: `isCIDR(self) && cidr(self).ip().family() == ${family}`, message: form },
  {
    rule: `isCIDR(self) && cidr(self).prefixLength() <= ${longestPrefix}`,
    message: `subnet must be in the range /0 to /${longestPrefix} inclusive`,
  },
]

/** Read as text, since ranges that are given here may have bits beyond their prefix. */
const OCTETS = String.raw`self.matches(r'^([0-9]{1,3}\.){3}[0-9]{1,3}/([0-9]|[1-2][0-9]|3[0-2])$')`

const rangeV4 = (form: string): ValidationRule[] => [
  { rule: `${OCTETS} && self.split('/')[0].split('.').all(octet, int(octet) <= 255)`, message: form },
  {
    rule: "self.matches('^.*/[0-9]+$') && int(self.split('/')[1]) <= 30",
    message: 'subnet must be in the range /0 to /30 inclusive',
  },
  {
    rule: String.raw`self.matches(r'^[0-9]{1,3}\..*') && int(self.split('.')[0]) > 0`,
    message: 'first IP address octet must not be 0',
  },
]

const subnetV4 = (description: string, rules: ValidationRule[]) =>
  s.optional(s.string({ description, minLength: 9, maxLength: 18, ...checked(...rules) }))
const subnetV6 = (description: string, minLength: number, rules: ValidationRule[]) =>
  s.optional(s.string({ description, minLength, maxLength: 48, ...checked(...rules) }))

const JOIN = 'Range of the links between nodes.'
const TRANSIT = 'Range of the switch between zones.'

const ipv4 = s.object(
  {
    internalJoinSubnet: subnetV4(JOIN, rangeV4('Subnet must be in a valid IPv4 CIDR format (e.g., 192.168.1.1/24)')),
    internalTransitSwitchSubnet: subnetV4(TRANSIT, rangeV4('Subnet must be in a valid IPv4 CIDR format')),
  },
  { description: 'Inner ranges of IPv4.', minProperties: 1 },
)

const ipv6 = s.object(
  {
    internalJoinSubnet: subnetV6(JOIN, 3, [
      ...rangeOf(6, 125, 'Subnet must be in valid IPv6 CIDR format (e.g., fd98::/64)'),
      unchanged('internalJoinSubnet is immutable'),
    ]),
    internalTransitSwitchSubnet: subnetV6(TRANSIT, 3, [
      ...rangeOf(6, 125, 'Subnet must be in valid IPv6 CIDR format (e.g., fd97::/64)'),
      unchanged('internalTransitSwitchSubnet is immutable'),
    ]),
  },
  { description: 'Inner ranges of IPv6.', minProperties: 1 },
)

const distinct = (family: string, message: string): ValidationRule => ({
  rule: `!has(self.${family}) || !has(self.${family}.internalJoinSubnet) || !has(self.${family}.internalTransitSwitchSubnet) || self.${family}.internalJoinSubnet != self.${family}.internalTransitSwitchSubnet`,
  message,
})

const keeps = (member: string) => notRemoved(member, `${member} is immutable once set and cannot be removed`)

/** The whole of ipv6 may not go either; this is about one range of it. */
const keepsRange = (member: string): ValidationRule => ({
  rule: `!has(oldSelf.ipv6) || !has(oldSelf.ipv6.${member}) || (has(self.ipv6) && has(self.ipv6.${member}))`,
  message: `ipv6.${member} cannot be removed once set`,
})

/** Inner workings of the network of a hosted cluster. */
export const OvnKubernetesConfig = s.object(
  {
    mtu: s.optional(
      s.int32({
        description: 'Largest packet between pods.',
        minimum: 576,
        maximum: 9216,
        ...checked(unchanged('mtu is immutable once set')),
      }),
    ),
    ipv4: s.optional(ipv4),
    ipv6: s.optional(ipv6),
    v4InternalSubnet: subnetV4('Inner range of IPv4.', [
      unchanged('v4InternalSubnet is immutable once set'),
      ...rangeOf(4, 30, 'Subnet must be in a valid IPv4 CIDR format'),
      {
        rule: "isCIDR(self) && cidr(self).ip().family() == 4 && int(self.split('.')[0]) > 0",
        message: 'first IP address octet must not be 0',
      },
    ]),
    v6InternalSubnet: subnetV6('Inner range of IPv6.', 4, [
      unchanged('v6InternalSubnet is immutable once set'),
      ...rangeOf(6, 125, 'Subnet must be in valid IPv6 CIDR format'),
    ]),
  },
  {
    description: 'Inner workings of the network.',
    minProperties: 1,
    ...checked(
      distinct('ipv4', 'internalJoinSubnet and internalTransitSwitchSubnet must not be the same'),
      distinct('ipv6', 'ipv6 internalJoinSubnet and internalTransitSwitchSubnet must not be the same'),
      keeps('mtu'),
      keeps('ipv6'),
      keepsRange('internalJoinSubnet'),
      keepsRange('internalTransitSwitchSubnet'),
      keeps('v4InternalSubnet'),
      keeps('v6InternalSubnet'),
    ),
  },
)

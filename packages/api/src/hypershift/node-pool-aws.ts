import { s } from '@skep/schema'
import { checked, matching } from '../openshift/rules.ts'
import { awsResource, awsTag, optionalText, text } from './fields.ts'

const capacityReservation = s.object(
  {
    id: s.optional(
      s.string({
        description: 'Id of the reservation.',
        maxLength: 20,
        ...checked(
          matching(
            '^cr-[a-f0-9]{17}$',
            "AWS Capacity Reservation ID must start with 'cr-' followed by 17 lowercase hexadecimal characters (e.g., cr-0123456789abcdef0)",
          ),
        ),
      }),
    ),
    marketType: s.optional(s.enum(['OnDemand', 'CapacityBlocks'], { description: 'How it was bought.' })),
    preference: s.optional(
      s.enum(['', 'None', 'CapacityReservationsOnly', 'Open'], { description: 'Whether others will do.' }),
    ),
  },
  {
    description: 'Capacity that was reserved.',
    ...checked(
      {
        rule: "!has(self.id) || !has(self.preference) || !(self.preference in ['None', 'Open'])",
        message:
          "AWS Capacity Reservation preference 'None' or 'Open' is incompatible with specifying a Capacity Reservation ID",
      },
      {
        rule: "!has(self.marketType) || self.marketType != 'CapacityBlocks' || has(self.id)",
        message: "AWS Capacity Reservation market type 'CapacityBlocks' requires a Capacity Reservation ID",
      },
    ),
  },
)

/** A condition on placements of one market. */
const inMarket = (market: string, condition: string, message: string) => ({
  rule: `self.?marketType.orValue('') != '${market}' || ${condition}`,
  message,
})

const placement = s.object(
  {
    tenancy: s.optional(s.enum(['default', 'dedicated', 'host'], { description: 'Who else is on the hosts.' })),
    marketType: s.optional(
      s.enum(['', 'OnDemand', 'Spot', 'CapacityBlocks'], { description: 'How machines are bought.' }),
    ),
    capacityReservation: s.optional(capacityReservation),
    spot: s.optional(
      s.object(
        {
          maxPrice: s.optional(
            s.string({
              description: 'Most to pay an hour.',
              minLength: 1,
              maxLength: 20,
              pattern: String.raw`^[0-9]+(\.[0-9]+)?$`,
            }),
          ),
        },
        { description: 'Machines that may be taken away.' },
      ),
    ),
  },
  {
    description: 'Where and how machines are bought.',
    ...checked(
      {
        rule: "self.?tenancy.orValue('') != 'host' || !has(self.capacityReservation)",
        message: "AWS Capacity Reservations cannot be used with Dedicated Hosts (tenancy 'host')",
      },
      inMarket(
        'Spot',
        '!has(self.capacityReservation)',
        'Spot instances cannot be combined with Capacity Reservations',
      ),
      inMarket(
        'Spot',
        "self.?tenancy.orValue('default') == 'default'",
        'Spot instances require default tenancy or unset',
      ),
      inMarket(
        'CapacityBlocks',
        'has(self.capacityReservation)',
        'CapacityBlocks market type requires capacityReservation to be specified',
      ),
      {
        rule: "!has(self.spot) || self.?marketType.orValue('') == 'Spot'",
        message: "spot options can only be specified when marketType is 'Spot'",
      },
    ),
  },
)

const rootVolume = s.object(
  {
    size: s.int64({ description: 'Size in GiB.', minimum: 8 }),
    type: text('Type of the volume.'),
    iops: s.optional(s.int64({ description: 'I/O operations per second.' })),
    encrypted: s.optional(s.bool({ description: 'Whether it is encrypted.' })),
    encryptionKey: optionalText('Key to encrypt it with.', 2048),
  },
  { description: 'Root volume of each machine.' },
)

const subnet = s.object(awsResource, {
  description: 'Subnet of the machines, by id or by filters.',
  ...checked({
    rule: "has(self.id) && self.id.startsWith('subnet-') ? !has(self.filters) : size(self.filters) > 0",
    message: 'subnet is invalid, a valid subnet id or filters must be set, but not both',
  }),
})

/** Machines on AWS. */
export const AwsNodePool = s.object(
  {
    instanceType: text('Type of the machines.'),
    instanceProfile: optionalText('Profile of the machines.'),
    subnet,
    ami: optionalText('Image to boot, in place of that of the release.'),
    imageType: s.optional(s.enum(['Windows', 'Linux'], { description: 'What the machines run.' })),
    securityGroups: s.optional(
      s.array(s.object(awsResource), { description: 'Security groups of the machines.', maxItems: 50 }),
    ),
    rootVolume: s.optional(rootVolume),
    resourceTags: s.optional(s.array(s.object(awsTag), { description: 'Tags of the machines.', maxItems: 25 })),
    placement: s.optional(placement),
  },
  { description: 'Amazon Web Services.' },
)

import { s } from '@skep/schema'
import { awsResource, awsTag, optionalText, text } from './fields.ts'

const arn = (description: string) => text(description, 2048)
const roleArn = (description: string) =>
  s.string({ description, maxLength: 2048, pattern: String.raw`^arn:(aws|aws-cn|aws-us-gov):iam::[0-9]{12}:role\/.*$` })

const rolesRef = s.object(
  {
    ingressARN: arn('Role of ingress.'),
    imageRegistryARN: arn('Role of the image registry.'),
    storageARN: arn('Role of the volume driver.'),
    networkARN: arn('Role of the network operator.'),
    kubeCloudControllerARN: arn('Role of the cloud provider.'),
    nodePoolManagementARN: arn('Role that makes machines.'),
    controlPlaneOperatorARN: arn('Role of the control plane operator.'),
  },
  { description: 'Roles that components of the cluster take.' },
)

const cloudProviderConfig = s.object(
  {
    vpc: text('VPC of the cluster.'),
    subnet: s.optional(s.object(awsResource, { description: 'Subnet of the control plane.' })),
    zone: optionalText('Zone of the control plane.'),
  },
  { description: 'Where load balancers and volumes go.' },
)

const sharedVPC = s.object(
  {
    localZoneID: text('Hosted zone of the cluster in the account of the network.', 32),
    rolesRef: s.object(
      {
        controlPlaneARN: roleArn('Role of the control plane operator.'),
        ingressARN: roleArn('Role of ingress.'),
      },
      { description: 'Roles in the account of the network.' },
    ),
  },
  { description: 'A network that another account shares.' },
)

/** Where in AWS a cluster is. */
export const AwsPlatform = s.object(
  {
    region: text('Region of the cluster.'),
    cloudProviderConfig: s.optional(cloudProviderConfig),
    rolesRef,
    endpointAccess: s.defaulted(
      s.enum(['Public', 'PublicAndPrivate', 'Private'], {
        description: 'From where the API is reached.',
        default: 'Public',
      }),
    ),
    resourceTags: s.optional(
      s.array(
        s.object({
          ...awsTag,
          overridePolicy: s.optional(
            s.enum(['Allow', 'Deny'], { description: 'Whether a node pool may say otherwise.' }),
          ),
        }),
        { description: 'Tags of everything made for the cluster.', maxItems: 25 },
      ),
    ),
    serviceEndpoints: s.optional(
      s.array(
        s.object({
          name: text('Name of the service.'),
          url: s.string({ description: 'Where it answers.', maxLength: 2048, pattern: '^https://' }),
        }),
        { description: 'Services that answer elsewhere than usual.', maxItems: 50 },
      ),
    ),
    multiArch: s.defaulted(s.bool({ description: 'Whether machines differ in architecture.', default: false })),
    additionalAllowedPrincipals: s.optional(
      s.array(s.string({ maxLength: 255 }), { description: 'Who else may connect privately.', maxItems: 25 }),
    ),
    sharedVPC: s.optional(sharedVPC),
    terminationHandlerQueueURL: s.optional(
      s.string({
        description: 'Queue that tells of machines about to be taken away.',
        maxLength: 512,
        pattern: String.raw`^https://sqs\.[a-z0-9-]+\.amazonaws\.com/[0-9]{12}/[a-zA-Z0-9_-]+(\.fifo)?$`,
      }),
    ),
  },
  { description: 'Amazon Web Services.' },
)

/** A failure that the log of an install gives away. */
export interface KnownFailure {
  /** Go regular expressions, any of which may match, in any case of letters. */
  readonly patterns: readonly string[]
  readonly reason: string
  readonly message: string
}

/** Failures that are recognised without any configuration. The first that matches counts, so the vague ones are last. */
export const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    patterns: ['InsufficientInstanceCapacity'],
    reason: 'AWSInsufficientCapacity',
    message: 'AWS has not enough capacity for the requested instances in this availability zone',
  },
  {
    patterns: ['Platform Quota Check.*MissingQuota.*ec2'],
    reason: 'AWSEC2QuotaExceeded',
    message: 'AWS EC2 Quota Exceeded',
  },
  {
    patterns: ['NatGatewayLimitExceeded'],
    reason: 'AWSNATGatewayLimitExceeded',
    message: 'AWS NAT gateway limit exceeded',
  },
  { patterns: ['VpcLimitExceeded'], reason: 'AWSVPCLimitExceeded', message: 'AWS VPC limit exceeded' },
  { patterns: ['TooManyBuckets'], reason: 'S3BucketsLimitExceeded', message: 'S3 Buckets Limit Exceeded' },
  {
    patterns: ['TooManyLoadBalancers'],
    reason: 'LoadBalancerLimitExceeded',
    message: 'AWS Load Balancer Limit Exceeded',
  },
  {
    patterns: ['EIP: AddressLimitExceeded'],
    reason: 'EIPAddressLimitExceeded',
    message: 'EIP Address limit exceeded',
  },
  {
    patterns: ['Tried to create resource record set.*but it already exists'],
    reason: 'DNSAlreadyExists',
    message: 'DNS record already exists',
  },
  {
    patterns: ['PendingVerification: '],
    reason: 'PendingVerification',
    message: 'Account pending verification for region',
  },
  {
    patterns: ['no matching Route53Zone found'],
    reason: 'NoMatchingRoute53Zone',
    message: 'No matching Route53Zone found',
  },
  { patterns: ['TooManyHostedZones'], reason: 'TooManyRoute53Zones', message: 'Route53 hosted zone limit exceeded' },
  {
    patterns: ['Throttling: Rate exceeded'],
    reason: 'AWSAPIRateLimitExceeded',
    message: 'AWS API rate limit exceeded',
  },
  { patterns: ['InvalidClientTokenId: '], reason: 'InvalidCredentials', message: 'Credentials are invalid' },
  {
    patterns: ['Error waiting for NAT Gateway'],
    reason: 'NATGatewayFailed',
    message: 'Error waiting for NAT Gateway to become available.',
  },
  {
    patterns: ['with an explicit deny in a service control policy'],
    reason: 'AWSDeniedBySCP',
    message: 'A service control policy (SCP) is too restrictive for performing cluster installation',
  },
  {
    patterns: ['current credentials insufficient for performing cluster installation', 'UnauthorizedOperation: '],
    reason: 'AWSInsufficientPermissions',
    message: 'AWS credentials are insufficient for performing cluster installation',
  },
  {
    patterns: ['VcpuLimitExceeded'],
    reason: 'VcpuLimitExceeded',
    message: 'The install requires more vCPU capacity than your current vCPU limit',
  },
  {
    patterns: ['platform\\.gcp\\.project.* invalid project ID'],
    reason: 'GCPInvalidProjectID',
    message: 'Invalid GCP project ID',
  },
  {
    patterns: ["Quota 'SSD_TOTAL_GB' exceeded"],
    reason: 'GCPQuotaSSDTotalGBExceeded',
    message: 'GCP quota SSD_TOTAL_GB exceeded',
  },
  {
    patterns: ['compute\\.googleapis\\.com/cpus is not available in'],
    reason: 'GCPComputeQuotaExceeded',
    message: 'GCP CPUs quota exceeded',
  },
  {
    patterns: ['proxyconnect tcp: .*(timeout|refused|no route to host)'],
    reason: 'ProxyTimeout',
    message: 'The proxy of the cluster refuses connections or does not answer',
  },
  {
    patterns: ['waiting for Kubernetes API: context deadline exceeded'],
    reason: 'KubeAPIWaitTimeout',
    message: 'Timeout waiting for the Kubernetes API to begin responding',
  },
  {
    patterns: ['Failed waiting for Kubernetes API'],
    reason: 'KubeAPIWaitFailed',
    message: 'Failed waiting for Kubernetes API; look for the problem on the bootstrap host',
  },
  {
    patterns: ['Failed to wait for bootstrapping to complete'],
    reason: 'BootstrapFailed',
    message: 'Failed to wait for bootstrapping to complete; look at the control plane hosts',
  },
  {
    patterns: ['Bootstrap failed to complete'],
    reason: 'GenericBootstrapFailed',
    message: 'Installation Bootstrap failed to complete; look at networking and account permissions',
  },
  {
    patterns: ['Got 0 worker nodes'],
    reason: 'NoWorkerNodesReady',
    message: '0 worker nodes have joined the cluster',
  },
  {
    patterns: ['Cluster operator.*Degraded is True'],
    reason: 'GeneralOperatorDegraded',
    message: 'Timeout waiting for an operator to become ready',
  },
  {
    patterns: ['Some cluster operators are still updating:'],
    reason: 'GeneralClusterOperatorsStillUpdating',
    message: 'Timeout waiting for all cluster operators to become ready',
  },
  {
    patterns: ["Quota '[A-Z_]*' exceeded"],
    reason: 'FallbackQuotaExceeded',
    message: 'A quota that is not known here was exceeded',
  },
  {
    patterns: ['LimitExceeded'],
    reason: 'FallbackResourceLimitExceeded',
    message: 'A limit that is not known here was exceeded',
  },
]

import type { MessageTable } from './messages.ts'

/** What extends the API and guards it. */
export const extensionMessages: MessageTable = {
  'io.k8s.api.admissionregistration.v1': {
    ApplyConfiguration: 'expression',
    AuditAnnotation: 'key valueExpression',
    ExpressionWarning: '- fieldRef warning',
    JSONPatch: 'expression',
    MatchCondition: 'name expression',
    MatchResources: 'namespaceSelector? objectSelector? resourceRules excludeResourceRules - - matchPolicy?',
    MutatingAdmissionPolicy: 'metadata spec',
    MutatingAdmissionPolicyBinding: 'metadata spec',
    MutatingAdmissionPolicyBindingSpec: 'policyName paramRef? matchResources?',
    MutatingAdmissionPolicySpec: `
      paramKind? matchConstraints? variables mutations failurePolicy? matchConditions reinvocationPolicy
    `,
    MutatingWebhook: `
      name clientConfig rules failurePolicy? namespaceSelector? sideEffects? timeoutSeconds? admissionReviewVersions
      matchPolicy? reinvocationPolicy? objectSelector? matchConditions
    `,
    MutatingWebhookConfiguration: 'metadata webhooks',
    Mutation: '- patchType applyConfiguration? jsonPatch?',
    NamedRuleWithOperations: 'resourceNames ...RuleWithOperations',
    ParamKind: 'apiVersion kind',
    ParamRef: 'name namespace selector? parameterNotFoundAction?',
    Rule: 'apiGroups apiVersions resources scope?',
    RuleWithOperations: 'operations ...Rule',
    ServiceReference: 'namespace name path? port?',
    TypeChecking: 'expressionWarnings',
    ValidatingAdmissionPolicy: 'metadata spec status',
    ValidatingAdmissionPolicyBinding: 'metadata spec',
    ValidatingAdmissionPolicyBindingSpec: 'policyName paramRef? matchResources? validationActions',
    ValidatingAdmissionPolicySpec: `
      paramKind? matchConstraints? validations failurePolicy? auditAnnotations matchConditions variables
    `,
    ValidatingAdmissionPolicyStatus: 'observedGeneration typeChecking? conditions',
    ValidatingWebhook: `
      name clientConfig rules failurePolicy? namespaceSelector? sideEffects? timeoutSeconds? admissionReviewVersions
      matchPolicy? objectSelector? matchConditions
    `,
    ValidatingWebhookConfiguration: 'metadata webhooks',
    Validation: 'expression message reason? messageExpression',
    Variable: 'name expression',
    WebhookClientConfig: 'service? caBundle url?',
  },
  'io.k8s.api.flowcontrol.v1': {
    ExemptPriorityLevelConfiguration: 'nominalConcurrencyShares? lendablePercent?',
    FlowDistinguisherMethod: 'type',
    FlowSchema: 'metadata spec status',
    FlowSchemaCondition: 'type status lastTransitionTime reason message',
    FlowSchemaSpec: 'priorityLevelConfiguration matchingPrecedence distinguisherMethod? rules',
    FlowSchemaStatus: 'conditions',
    GroupSubject: 'name',
    LimitResponse: 'type queuing?',
    LimitedPriorityLevelConfiguration: `
      nominalConcurrencyShares? limitResponse lendablePercent? borrowingLimitPercent?
    `,
    NonResourcePolicyRule: 'verbs - - - - nonResourceURLs',
    PolicyRulesWithSubjects: 'subjects resourceRules nonResourceRules',
    PriorityLevelConfiguration: 'metadata spec status',
    PriorityLevelConfigurationCondition: 'type status lastTransitionTime reason message',
    PriorityLevelConfigurationReference: 'name',
    PriorityLevelConfigurationSpec: 'type limited? exempt?',
    PriorityLevelConfigurationStatus: 'conditions',
    QueuingConfiguration: 'queues handSize queueLengthLimit',
    ResourcePolicyRule: 'verbs apiGroups resources clusterScope namespaces',
    ServiceAccountSubject: 'namespace name',
    Subject: 'kind user? group? serviceAccount?',
    UserSubject: 'name',
  },
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1': {
    CustomResourceColumnDefinition: 'name type format description priority jsonPath',
    CustomResourceConversion: 'strategy webhook?',
    CustomResourceDefinition: 'metadata spec status',
    CustomResourceDefinitionCondition: 'type status lastTransitionTime reason message observedGeneration',
    CustomResourceDefinitionNames: 'plural singular shortNames kind listKind categories',
    CustomResourceDefinitionSpec: 'group - names scope - - versions - conversion? preserveUnknownFields',
    CustomResourceDefinitionStatus: 'conditions acceptedNames storedVersions observedGeneration',
    CustomResourceDefinitionVersion: `
      name served storage schema? subresources? additionalPrinterColumns deprecated deprecationWarning? selectableFields
    `,
    CustomResourceSubresourceScale: 'specReplicasPath statusReplicasPath labelSelectorPath?',
    CustomResourceSubresourceStatus: '',
    CustomResourceSubresources: 'status? scale?',
    CustomResourceValidation: 'openAPIV3Schema?',
    ExternalDocumentation: 'description url',
    JSONSchemaProps: `
      id $schema $ref? description type format title default? maximum? exclusiveMaximum minimum? exclusiveMinimum
      maxLength? minLength? pattern maxItems? minItems? uniqueItems multipleOf? enum maxProperties? minProperties?
      required items? allOf oneOf anyOf not? properties additionalProperties? patternProperties dependencies
      additionalItems? definitions externalDocs? example? nullable x-kubernetes-preserve-unknown-fields?
      x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys x-kubernetes-list-type?
      x-kubernetes-map-type? x-kubernetes-validations
    `,
    SelectableField: 'jsonPath',
    ServiceReference: 'namespace name path? port?',
    ValidationRule: 'rule message messageExpression reason? fieldPath optionalOldSelf?',
    WebhookClientConfig: 'service? caBundle url?',
    WebhookConversion: '- clientConfig? conversionReviewVersions',
  },
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1': {
    APIService: 'metadata spec status',
    APIServiceCondition: 'type status lastTransitionTime reason message',
    APIServiceSpec: 'service? group version insecureSkipTLSVerify caBundle - groupPriorityMinimum versionPriority',
    APIServiceStatus: 'conditions',
    ServiceReference: 'namespace name port?',
  },
}

import { isEndpoint } from '../contract.js'
/** Where the API is reached, as far as the steps know. */
export const endpointOfCluster = ({ cluster, specPatch }) => {
  const endpoint = specPatch.controlPlaneEndpoint ?? cluster.spec?.controlPlaneEndpoint
  return isEndpoint(endpoint) ? endpoint : undefined
}
//# sourceMappingURL=scope.js.map

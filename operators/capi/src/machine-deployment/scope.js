/** All sets of a deployment. */
export const allSets = ({ current, old }) => [...(current ? [current] : []), ...old]
//# sourceMappingURL=scope.js.map

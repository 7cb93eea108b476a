/** Id of the machine at its provider, as far as the steps know. */
export const providerIdOfMachine = ({ machine, specPatch }) => specPatch.providerID ?? machine.spec.providerID
//# sourceMappingURL=scope.js.map

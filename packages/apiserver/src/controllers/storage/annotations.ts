/** Marks a binding that is complete on the side of the claim. */
export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed'
/** Marks a binding that nobody asked for by name. */
export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller'
/** Who made a volume, and so removes it. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by'
/** Who is asked to make the volume of a claim; the older name is what some provisioners still read. */
export const STORAGE_PROVISIONERS = [
  'volume.beta.kubernetes.io/storage-provisioner',
  'volume.kubernetes.io/storage-provisioner',
]
/** The node that the first pod of a claim goes to. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node'

import type { ObjectMeta } from '@skep/schema'

const ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

/** The storage class of a volume or claim; an old annotation wins over the field. */
export const storageClassOf = ({
  metadata,
  spec,
}: {
  metadata: ObjectMeta
  spec?: { storageClassName?: string }
}): string => metadata.annotations?.[ANNOTATION] ?? spec?.storageClassName ?? ''

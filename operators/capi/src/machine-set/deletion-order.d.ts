import { type Machine } from '../objects.ts'
/** Which machine goes first when there are too many. */
export type DeletePolicy = 'Random' | 'Newest' | 'Oldest'
/** The machines that go when so many have to. Those that are going count; among equals, names decide. */
export declare function chooseDeleted(
  machines: readonly Machine[],
  count: number,
  policy: DeletePolicy,
  now: number,
): Machine[]
//# sourceMappingURL=deletion-order.d.ts.map

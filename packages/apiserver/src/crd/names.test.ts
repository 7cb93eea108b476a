import { describe, expect, it } from 'vitest'
import { decideNames, NO_NAMES, takenNames } from './names.ts'

const widgets = {
  plural: 'widgets',
  singular: 'widget',
  shortNames: ['w', 'wd'],
  kind: 'Widget',
  listKind: 'WidgetList',
}
const NOBODY = takenNames([])

describe('names of definitions', () => {
  it('are given when nobody has them', () => {
    expect(decideNames({ ...widgets, categories: ['all'] }, NO_NAMES, NOBODY)).toEqual({
      accepted: { ...widgets, categories: ['all'] },
      conflict: undefined,
    })
  })

  it('stay with who has them', () => {
    expect(decideNames(widgets, widgets, takenNames([widgets]))).toEqual({ accepted: widgets, conflict: undefined })
  })

  it.each([
    ['a plural that is a short name of another', { plural: 'w' }, 'PluralConflict', '"w" is already in use'],
    ['a singular', { singular: 'widget' }, 'SingularConflict', '"widget" is already in use'],
    ['a short name', { shortNames: ['g', 'w'] }, 'ShortNamesConflict', '"w" is already in use'],
    [
      'several short names',
      { shortNames: ['w', 'wd'] },
      'ShortNamesConflict',
      '["w" is already in use, "wd" is already in use]',
    ],
    ['a kind', { kind: 'Widget' }, 'KindConflict', '"Widget" is already in use'],
    ['a list kind', { listKind: 'WidgetList' }, 'ListKindConflict', '"WidgetList" is already in use'],
    [
      'a kind and a list kind',
      { kind: 'Widget', listKind: 'WidgetList' },
      'ListKindConflict',
      '"WidgetList" is already in use',
    ],
  ])('are refused for %s', (_, names, reason, message) => {
    const wanted = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList', ...names }

    expect(decideNames(wanted, NO_NAMES, takenNames([widgets])).conflict).toEqual({ reason, message })
  })

  it('are given as far as they are free', () => {
    const wanted = { plural: 'gadgets', singular: 'gadget', kind: 'Widget' }

    expect(decideNames(wanted, NO_NAMES, takenNames([widgets])).accepted).toEqual({
      plural: 'gadgets',
      singular: 'gadget',
      kind: '',
    })
  })

  it('are given back when they are no longer wanted', () => {
    const { shortNames: _short, ...fewer } = widgets

    expect(decideNames(fewer, widgets, takenNames([widgets])).accepted).toEqual(fewer)
  })
})

import { expect, test } from 'vitest'
import { YES_NO } from './choice.ts'
import { confirmPapers, enterPapers } from './paper.ts'

// Paper ballots: Product 4.4.

const NOW = new Date('2026-11-20T20:00:00Z')
const vote = {
  state: 'open',
  opens_at: null,
  closes_at: new Date('2026-11-21T20:00:00Z'),
  is_secret: false,
  options: YES_NO,
  max_choices: 1,
} as const
const free = { on_sheet: false, voted_by: null } as const
const sheet = { entered_by: 'maya', confirmed_at: null }

test('each unit on a sheet has a ballot, in the order of the units', () => {
  expect(enterPapers(vote, [free, free], [['no'], ['yes']], NOW)).toEqual([['no'], ['yes']])
  expect(() => enterPapers(vote, [free, free], [['no']], NOW)).toThrow('one ballot for each unit')
  expect(() => enterPapers(vote, [], [], NOW)).toThrow('one ballot for each unit')
  expect(() => enterPapers(vote, [free], [['maybe']], NOW)).toThrow('options of this vote')
})

test('of a secret vote there are three at least, in an order that tells nothing', () => {
  const secret = { ...vote, is_secret: true }
  expect(() => enterPapers(secret, [free, free], [['no'], ['yes']], NOW)).toThrow('Fewer than 3')
  const orders = [
    [['yes'], ['no'], ['abstain']],
    [['no'], ['abstain'], ['yes']],
  ]
  for (const choices of orders)
    expect(enterPapers(secret, [free, free, free], choices, NOW)).toEqual([['abstain'], ['no'], ['yes']])
})

test('a paper stands above a proxy’s ballot, and below an owner’s; each unit is on one sheet', () => {
  const enter = (unit: Parameters<typeof enterPapers>[1][number]) => () =>
    enterPapers(vote, [unit], [['yes']], NOW)
  expect(enter({ ...free, voted_by: 'proxy' })).not.toThrow()
  expect(enter({ ...free, voted_by: 'owner' })).toThrow('voted already')
  expect(enter({ ...free, voted_by: 'secret' })).toThrow('voted already')
  expect(enter({ ...free, on_sheet: true })).toThrow('entered already')
})

test('another officer confirms a sheet, once, before the vote closes, unless an owner has voted after all', () => {
  const confirm =
    (
      officer: string,
      own: Parameters<typeof confirmPapers>[1] = sheet,
      voted_by: null | 'owner' = null,
      now = NOW,
    ) =>
    () =>
      confirmPapers(vote, own, [{ voted_by }], officer, now)
  expect(confirm('ned')).not.toThrow()
  expect(confirm('maya')).toThrow('another officer')
  expect(confirm('ned', { entered_by: 'maya', confirmed_at: NOW })).toThrow('confirmed already')
  expect(confirm('ned', sheet, 'owner')).toThrow('voted already')
  expect(confirm('ned', sheet, null, vote.closes_at)).toThrow('closed')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CastBy, castBallot } from './ballot.ts'
import { giveProxy, revokeProxy } from './proxy.ts'

// Proxies: Product 4.4.

const NOW = new Date('2026-11-20T20:00:00Z')
const vote = {
  state: 'open',
  opens_at: null,
  closes_at: new Date('2026-11-21T20:00:00Z'),
  is_secret: false,
  proxies: 2,
} as const
const free = { holder_owns_unit: false, held_by: null, held_units: 0, voted_by: null } as const

test('an owner lets a neighbor vote for their unit, once for the same one', () => {
  expect(giveProxy(vote, 'ned', free, NOW)).toBe('given')
  expect(giveProxy(vote, 'ned', { ...free, held_by: 'ned', held_units: 2 }, NOW)).toBe('same')
  expect(giveProxy(vote, 'ned', { ...free, held_by: 'pia' }, NOW)).toBe('given')
})

test('nobody holds more than the vote allows, or any where it allows none', () => {
  expect(giveProxy(vote, 'ned', { ...free, held_units: 1 }, NOW)).toBe('given')
  expect(() => giveProxy(vote, 'ned', { ...free, held_units: 2 }, NOW)).toThrow('2 proxies already')
  expect(() => giveProxy({ ...vote, proxies: 1 }, 'ned', { ...free, held_units: 1 }, NOW)).toThrow(
    'hold a proxy already',
  )
  expect(() => giveProxy({ ...vote, proxies: 0 }, 'ned', free, NOW)).toThrow('allows no proxies')
})

test('none to a co-owner, none once the unit has voted, none when the vote is closed', () => {
  expect(() => giveProxy(vote, 'ned', { ...free, holder_owns_unit: true }, NOW)).toThrow('own the unit')
  expect(() => giveProxy(vote, 'ned', { ...free, voted_by: 'owner' }, NOW)).toThrow('voted already')
  expect(() => giveProxy(vote, 'ned', { ...free, voted_by: 'paper' }, NOW)).toThrow('voted already')
  expect(giveProxy(vote, 'ned', { ...free, held_by: 'pia', voted_by: 'proxy' }, NOW)).toBe('given')
  const secret = { ...vote, is_secret: true }
  expect(() => giveProxy(secret, 'ned', { ...free, held_by: 'pia', voted_by: 'secret' }, NOW)).toThrow(
    'voted already',
  )
  expect(() => giveProxy({ ...vote, closes_at: NOW }, 'ned', free, NOW)).toThrow('closed')
  expect(() => revokeProxy({ ...vote, closes_at: NOW }, null, NOW)).toThrow('closed')
})

test('a proxy that is taken back takes its open ballot along; a secret one is in the box', () => {
  expect(revokeProxy(vote, 'proxy', NOW)).toEqual({ drops_ballot: true })
  expect(revokeProxy(vote, 'owner', NOW)).toEqual({ drops_ballot: false })
  expect(revokeProxy(vote, null, NOW)).toEqual({ drops_ballot: false })
  expect(revokeProxy({ ...vote, is_secret: true }, null, NOW)).toEqual({ drops_ballot: false })
  expect(() => revokeProxy({ ...vote, is_secret: true }, 'secret', NOW)).toThrow('in the box already')
})

const UNITS = ['1', '2', '3', '4']
type Act = { what: 'give' | 'revoke' | 'proxy votes' | 'owner votes'; unit: string; holder: string }

test('whatever people do, nobody holds too many, and no ballot of a proxy outlives it', () => {
  const acts = fc.array(
    fc.record<Act>({
      what: fc.constantFrom('give', 'revoke', 'proxy votes', 'owner votes'),
      unit: fc.constantFrom(...UNITS),
      holder: fc.constantFrom('ned', 'pia'),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(acts, (all) => {
      const holders = new Map<string, string>()
      const ballots = new Map<string, { by: CastBy; person: string }>()
      const act = ({ what, unit, holder }: Act) => {
        const voted_by = ballots.get(unit)?.by ?? null
        if (what === 'give') {
          const others = [...holders].filter(([each, who]) => each !== unit && who === holder)
          giveProxy(
            vote,
            holder,
            { ...free, held_by: holders.get(unit) ?? null, held_units: others.length, voted_by },
            NOW,
          )
          // Of the one before.
          if (holders.get(unit) !== holder && voted_by === 'proxy') ballots.delete(unit)
          holders.set(unit, holder)
        } else if (what === 'revoke') {
          if (revokeProxy(vote, voted_by, NOW).drops_ballot) ballots.delete(unit)
          holders.delete(unit)
        } else if (what === 'owner votes') {
          castBallot(vote, 'owner', voted_by, NOW)
          ballots.set(unit, { by: 'owner', person: 'owner' })
          holders.delete(unit)
        } else if (holders.get(unit) === holder) {
          castBallot(vote, 'proxy', voted_by, NOW)
          ballots.set(unit, { by: 'proxy', person: holder })
        }
      }
      for (const each of all) {
        try {
          act(each)
        } catch {
          // Refused.
        }
        for (const holder of ['ned', 'pia'])
          expect([...holders.values()].filter((who) => who === holder).length).toBeLessThanOrEqual(
            vote.proxies,
          )
        for (const [unit, { by, person }] of ballots)
          if (by === 'proxy') expect(holders.get(unit)).toBe(person)
      }
      for (const { unit } of all.filter(({ what }) => what === 'owner votes'))
        expect(ballots.get(unit)?.by).toBe('owner')
    }),
  )
})

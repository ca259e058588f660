import { z } from 'zod'
import { kind, noPayload } from '../event-kind.ts'
import { CASTERS } from './ballot.ts'
import { OUTCOMES, VOTE_KINDS } from './tally.ts'

const asked = z.object({ question: z.string() })
const ofUnit = asked.extend({ unit: z.string() })
const papers = asked.extend({ units: z.int() })

/**
 * The events of votes: about them, or the person that they name. Of secret ballots there is none, neither that a unit took part nor when: no
 * order of events may join a ballot to a unit. Product 4.4
 */
export const VOTE_EVENTS = {
  // What a draft asks is its officers' alone.
  vote_drafted: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor }) => `${actor} drafted a vote.`,
  }),
  vote_changed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor }) => `${actor} changed the draft of a vote.`,
  }),
  vote_discarded: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor }) => `${actor} discarded the draft of a vote.`,
  }),
  vote_scheduled: kind({
    payload: asked.extend({ opens_at: z.string(), closes_at: z.string() }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} scheduled the vote “${data.question}”.`,
  }),
  vote_unscheduled: kind({
    payload: asked,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} made the vote “${data.question}” a draft again.`,
  }),
  vote_reworded: kind({
    payload: asked,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} changed the words of the vote “${data.question}”.`,
  }),
  /** By itself, at its time. */
  vote_opened: kind({
    payload: asked.extend({
      kind: z.enum(VOTE_KINDS),
      is_secret: z.boolean(),
      units: z.int(),
      closes_at: z.string(),
    }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ data }) => `The vote “${data.question}” opened.`,
  }),
  vote_cancelled: kind({
    payload: asked.extend({ reason: z.string(), was: z.enum(['scheduled', 'open']) }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ data }) => `The vote “${data.question}” was cancelled: ${data.reason.replace(/\.$/, '')}.`,
  }),
  /** To those who have not voted. */
  vote_reminded: kind({
    payload: asked.extend({ closes_at: z.string() }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ data }) => `Those who have not voted were reminded of “${data.question}”.`,
  }),
  vote_closed: kind({
    payload: asked.extend({
      outcome: z.enum(OUTCOMES),
      result: z.string(),
      voted: z.int(),
      units: z.int(),
    }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ data }) => `The vote “${data.question}” closed. ${data.result}.`,
  }),
  vote_certified: kind({
    payload: asked.extend({ result: z.string() }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} certified the vote “${data.question}”.`,
  }),
  vote_file_added: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor }) => `${actor} added a file to a vote.`,
  }),
  vote_file_removed: kind({
    payload: noPayload,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor }) => `${actor} removed a file of a vote.`,
  }),
  candidate_named: kind({
    payload: asked.extend({ vote_id: z.string() }),
    concerns: ['building', 'subject'],
    refreshes: ['votes'],
    sentence: ({ actor, subject, data }) =>
      `${actor} named ${subject} as a candidate for “${data.question}”.`,
  }),
  candidacy_answered: kind({
    payload: asked.extend({ accepts: z.boolean() }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) =>
      `${actor} ${data.accepts ? 'stands' : 'does not stand'} for “${data.question}”.`,
  }),
  /** An open ballot, or its change; never what it chooses. */
  ballot_cast: kind({
    payload: ofUnit.extend({ by: z.enum(CASTERS) }),
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ data }) => `Unit ${data.unit} voted on “${data.question}”.`,
  }),
  proxy_given: kind({
    payload: ofUnit.extend({ vote_id: z.string(), owner: z.string(), closes_at: z.string() }),
    concerns: ['building', 'subject'],
    refreshes: ['votes'],
    sentence: ({ subject, data }) =>
      `${data.owner} let ${subject} vote for unit ${data.unit} on “${data.question}”.`,
  }),
  proxy_revoked: kind({
    payload: ofUnit.extend({ vote_id: z.string(), owner: z.string() }),
    concerns: ['building', 'subject'],
    refreshes: ['votes'],
    sentence: ({ subject, data }) =>
      `${data.owner} took the proxy of ${subject} for unit ${data.unit} back on “${data.question}”.`,
  }),
  /** Its holder or its owner is gone; the subject is the other one. Recorded by a trigger of profiles. */
  proxy_ended: kind({
    payload: ofUnit.extend({ vote_id: z.string(), person: z.string(), was: z.enum(['holder', 'owner']) }),
    concerns: ['building', 'subject'],
    refreshes: ['votes'],
    sentence: ({ subject, data }) =>
      data.was === 'holder'
        ? `${data.person} is gone, and the proxy of ${subject} for unit ${data.unit} ended on “${data.question}”.`
        : `${data.person} is gone, and the proxy that ${subject} held for unit ${data.unit} ended on “${data.question}”.`,
  }),
  papers_entered: kind({
    payload: papers,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} entered ${data.units} paper ballots for “${data.question}”.`,
  }),
  papers_confirmed: kind({
    payload: papers,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} confirmed ${data.units} paper ballots for “${data.question}”.`,
  }),
  papers_discarded: kind({
    payload: papers,
    concerns: ['building'],
    refreshes: ['votes'],
    sentence: ({ actor, data }) => `${actor} discarded ${data.units} paper ballots for “${data.question}”.`,
  }),
}

import type { Templates } from '../../mail/template.ts'

const pathOfVote = (id: string | null) => `/home/voting/vote?id=${id}`

export const voteMails = {
  candidate_named: ({ address, data: { question, vote_id } }) => ({
    subject: `Do you stand for “${question}”?`,
    paragraphs: [
      `You were named as a candidate at ${address}: “${question}”.`,
      'You are on the ballot only if you accept before the election opens.',
    ],
    action: { label: 'Say whether you stand', path: pathOfVote(vote_id) },
  }),
  proxy_given: ({ address, data: { question, unit, owner, vote_id } }) => ({
    subject: `${owner} lets you vote for unit ${unit}`,
    subjectOfMany: (count) => `You hold ${count} proxies`,
    paragraphs: [
      `${owner} lets you vote for unit ${unit} at ${address}: “${question}”.`,
      'If they vote themselves after all, their ballot counts.',
    ],
    action: { label: 'See the vote', path: pathOfVote(vote_id) },
  }),
  proxy_revoked: ({ address, data: { question, unit, owner, vote_id } }) => ({
    subject: `${owner} took the proxy for unit ${unit} back`,
    paragraphs: [
      `You no longer vote for unit ${unit} at ${address}: “${question}”. An open ballot that you cast for it does not count any more.`,
    ],
    action: { label: 'See the vote', path: pathOfVote(vote_id) },
  }),
  proxy_ended: ({ address, data: { question, unit, person, was, vote_id } }) =>
    was === 'holder'
      ? {
          subject: `Please vote for unit ${unit} yourself`,
          paragraphs: [
            `You let ${person} vote for unit ${unit} at ${address}: “${question}”. They are no longer in your building and did not vote for it.`,
            'Please vote yourself, or let somebody else vote for you.',
          ],
          action: { label: 'Vote', path: pathOfVote(vote_id) },
        }
      : {
          subject: `You no longer vote for unit ${unit}`,
          paragraphs: [
            `${person}, who let you vote for unit ${unit}, is no longer in your building. So you no longer vote for it at ${address}: “${question}”.`,
          ],
          action: { label: 'See the vote', path: pathOfVote(vote_id) },
        },
  vote_opened: ({ address, subject_id, data: { question, is_secret } }) => ({
    subject: `Please vote: ${question}`,
    paragraphs: [
      `A vote of the owners at ${address} is open: “${question}”.`,
      is_secret
        ? 'It is secret: nobody sees how you vote, not even who runs the portal.'
        : 'It is open: once it closes, your neighbors see how each unit voted.',
      'Until it closes you can change your ballot.',
    ],
    action: { label: 'Vote', path: pathOfVote(subject_id) },
  }),
  vote_reminded: ({ address, subject_id, data: { question } }) => ({
    subject: `Reminder: please vote on ${question}`,
    paragraphs: [`Your vote is still missing at ${address}: “${question}”.`, 'It closes soon.'],
    action: { label: 'Vote', path: pathOfVote(subject_id) },
  }),
  vote_cancelled: ({ address, subject_id, data: { question, reason } }) => ({
    subject: `Cancelled: ${question}`,
    paragraphs: [
      `The vote “${question}” at ${address} was cancelled, and no ballot is counted. The reason:`,
      reason,
    ],
    action: { label: 'See the vote', path: pathOfVote(subject_id) },
  }),
  vote_closed: ({ address, subject_id, data: { question, result, voted, units } }) => ({
    subject: `Closed: ${question}`,
    paragraphs: [
      `The vote “${question}” at ${address} is closed. ${result}.`,
      `${voted} of ${units} units took part.`,
    ],
    action: { label: 'See the result', path: pathOfVote(subject_id) },
  }),
} satisfies Templates

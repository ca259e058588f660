import type { StopKind } from './stop.ts'

/** What the screens say of a visit that was changed; `other` is the side that is mailed. */
export const VISIT_MESSAGES = {
  completed: 'Visit marked completed',
  reopened: 'The visit is not marked completed any more',
  claimMade: 'The HOA representative will get an email. Photos help them to confirm it.',
  claimFailed: (reason: string) => `Failed to send that you came: ${reason}`,
  claimConfirmed: (vendor: string) => `The visit counts. ${vendor} will get an email.`,
  claimRefused: (vendor: string) => `The visit stays missed. ${vendor} will get an email.`,
  disputed: (vendor: string) => `${vendor} will get an email. Photos help them to mend it.`,
  disputeFailed: (reason: string) => `Failed to dispute the visit: ${reason}`,
  answered: 'The HOA representative will get an email. Photos help them to settle it.',
  settled: (vendor: string) => `The visit counts. ${vendor} will get an email.`,
  waived: 'The visit is not charged. The HOA representative will get an email.',
  answerFailed: (reason: string) => `Failed to answer: ${reason}`,
  finishFailed: (reason: string) => `Failed to finish the visit: ${reason}`,
  moved: (when: string, other: string) => `Visit moved to ${when}. ${other} will get an email.`,
  cancelled: (other: string) => `Visit cancelled. ${other} will get an email.`,
  ofSeries: (action: 'move' | 'cancel', visits: number) =>
    action === 'move'
      ? `${visits} visits move by as many days, to the new hour.`
      : `${visits} visits are cancelled.`,
  suggested: (when: string, other: string) => `${when} suggested. ${other} will get an email.`,
  suggestFailed: (reason: string) => `Failed to suggest another time: ${reason}`,
  timeDeclined: (other: string) => `The visit stays as it is. ${other} will get an email.`,
  timeWithdrawn: 'The time is not suggested any more.',
  seriesMoved: (visits: number, other: string) => `${visits} visits moved. ${other} will get an email.`,
  seriesCancelled: (visits: number, other: string) =>
    `${visits} visits cancelled. ${other} will get an email.`,
  dayMoved: (visits: number, day: string) =>
    `${visits === 1 ? '1 visit' : `${visits} visits`} moved to ${day}. Each building will get one email.`,
  stopped: (kind: StopKind, other: string) =>
    `${kind === 'end' ? 'Service ended' : 'Service paused'}. ${other} will get an email.`,
  stopFailed: (kind: StopKind, reason: string) => `Failed to ${kind} the service: ${reason}`,
  assigned: (name: string, visits: number) =>
    visits === 1 ? `${name} goes to this visit` : `${name} goes to ${visits} visits`,
  unassigned: (visits: number) =>
    visits === 1 ? 'Nobody is assigned now' : `Nobody is assigned to ${visits} visits now`,
  assignFailed: (reason: string) => `The visit was not assigned: ${reason}`,
  completeFailed: (reason: string) => `Failed to mark visit completed: ${reason}`,
  reopenFailed: (reason: string) => `Failed to take that back: ${reason}`,
  moveFailed: (reason: string) => `Failed to move visit: ${reason}`,
  cancelFailed: (reason: string) => `Failed to cancel visit: ${reason}`,
} as const

/** The tone of a state: done, waiting, failed, neutral. */
export type Tone = 'green' | 'amber' | 'red' | 'neutral'

/** How things stand: settled, waiting, refused or failed, neither. */
export type Tone = 'green' | 'amber' | 'red' | 'neutral'

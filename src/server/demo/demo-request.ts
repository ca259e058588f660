import type { DemoAnswers } from './offers.ts'

export type DemoRequest = {
  /** The captain requests and accepts, or the neighbor with this first name. */
  from: { building: string; by?: string }
  service: string
  /**
   * Requested `ago` days before today, with the first visit `start` days later, `every` so many weeks for `weeks` weeks.
   * Without `every` it is one-time; without `weeks` only the first visit is booked.
   */
  when: { ago: number; start: number; every?: number; weeks?: number }
  text: string
  /** The answers to the service type's questions, by their keys. */
  scope?: Record<string, string[]>
  /** The vendors' prices per visit in dollars, in the order of submission. */
  quotes?: Record<string, number>
  answers?: DemoAnswers
  accepted?: string
  not_asked?: string[]
}

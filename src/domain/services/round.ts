import { z } from 'zod'
import { id, wholeNumber } from '../text.ts'

/** One request of a service, on the wire. */
export const RequestRound = z.strictObject({
  building_service_id: id,
  round: wholeNumber('Round', 1, 1_000_000),
})
export type RequestRound = z.infer<typeof RequestRound>

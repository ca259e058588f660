import { z } from 'zod'
import { isPrice } from '../money.ts'
import { QUOTE_MESSAGES } from './messages.ts'

/** A price per visit on the wire: integer cents, more than 0, at most 1,000,000 dollars. */
export const PerVisitPrice = z
  .number({ error: QUOTE_MESSAGES.invalidPrice })
  .refine(isPrice, QUOTE_MESSAGES.invalidPrice)

import type { Power, VendorPower } from '../src/domain/viewer.ts'

export type Row = Record<string, unknown>
export type Who = {
  name: string
  id: string
  kind: string
  building: string | null
  company: string | null
  /** Of a crew member: the company that they work for, whose rows are not theirs. */
  employer: string | null
  powers: readonly (Power | VendorPower)[]
}
/**
 * What concerns a vendor: the buildings and rounds that asked it, services whose present round did, also open services
 * that it offers (`open`, whole rows); and buildings with an accepted service of it. What concerns a resident: the vendors
 * of their building's accepted services, and all that it asked (`quoting`).
 */
type Asked = {
  buildings: Set<unknown>
  rounds: Set<unknown>
  /** The present rounds of a resident's building, each as its service and number. */
  present: Set<unknown>
  /** These rounds, each as its service and number; `pending`, those in which the vendor still has an open quote. */
  asking: Set<unknown>
  pending: Set<unknown>
  services: Set<unknown>
  /** All quotes, by their ids. */
  quotes: Map<unknown, Row>
  open: Row[]
  customers: Set<unknown>
  vendors: Set<unknown>
  quoting: Set<unknown>
  /** The visits that a crew member is assigned to, and the building of each. */
  visits: Set<unknown>
  visited: Map<unknown, unknown>
}
/** Whether this person may see or write a row. */
export type Rule = (row: Row, who: Who, asked: Asked) => boolean

export const admin: Rule = (_, { kind }) => kind === 'admin'
export const neighbor: Rule = (row, { kind, building }) => kind === 'resident' && row.building_id === building
export const vendorOwn: Rule = (row, { kind, company }) => kind === 'vendor' && row.vendor_id === company
/** A visit, or what is of one, that the crew member is assigned to. */
export const crewOwn: Rule = (row, { kind }, { visits }) =>
  kind === 'crew' && visits.has(row.appointment_id ?? row.id)
export const either =
  (...rules: Rule[]): Rule =>
  (...args) =>
    rules.some((rule) => rule(...args))
export const all =
  (...rules: Rule[]): Rule =>
  (...args) =>
    rules.every((rule) => rule(...args))
export const withPower = (power: Power): Rule => all(neighbor, (_, { powers }) => powers.includes(power))
/** What is of an accepted quote, and of its building and vendor. */
export const ofAccepted: Rule = ({ service_quote_id, building_id, vendor_id }, _, { quotes }) => {
  const quote = quotes.get(service_quote_id)
  return quote?.status === 'accepted' && quote.building_id === building_id && quote.vendor_id === vendor_id
}
/** Signed in, but not accepted yet, or without the second factor that they need. */
export const isLimited = (kind: string) => ['pending', 'unsecured'].includes(kind)
export const nobody: Rule = () => false
export const everybody: Rule = () => true

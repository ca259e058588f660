export type Row = Record<string, unknown>
export type Who = { name: string; id: string; kind: string; building: string | null; company: string | null }
/** Whether this person may see a row. `asked`: the buildings and services that asked a vendor, and open services that it offers. */
export type Rule = (row: Row, who: Who, asked: { buildings: Set<unknown>; services: Set<unknown> }) => boolean

export const admin: Rule = (_, { kind }) => kind === 'admin'
export const neighbor: Rule = (row, { kind, building }) => kind === 'resident' && row.building_id === building
export const vendorOwn: Rule = (row, { kind, company }) => kind === 'vendor' && row.vendor_id === company
export const either =
  (...rules: Rule[]): Rule =>
  (...args) =>
    rules.some((rule) => rule(...args))
export const nobody: Rule = () => false
export const everybody: Rule = () => true

import { sql } from 'kysely'

/** Which visits: of one service, at one building; null for all. */
export type FilterValues = { service: string | null; building: string | null }

/** Whether a visit at this building, of this service, passes the filter. The parameters are typed: they may be null. */
export const passes = ({ service, building }: FilterValues, columns: { service: string; building: string }) =>
  sql<boolean>`(${service}::uuid is null or ${sql.ref(columns.service)} = ${service}::uuid)
    and (${building}::uuid is null or ${sql.ref(columns.building)} = ${building}::uuid)`

/** The same of the table appointments alone: without a service in the filter no quote is read. */
export const visitPasses = ({ service, building }: FilterValues) =>
  sql<boolean>`(${service}::uuid is null or exists (select from service_quotes q
      where q.id = appointments.service_quote_id and q.service_type_id = ${service}::uuid))
    and (${building}::uuid is null or appointments.building_id = ${building}::uuid)`

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import type { VisitFilterValues } from './use-visit-filter.ts'
import classes from './visit-filters.module.css'

type Props = {
  filter: VisitFilterValues
  onFilter: (filter: Partial<VisitFilterValues>) => void
  /** A resident has one building. */
  withBuildings: boolean
}

/** Filters visits by service, and a vendor's by building. Renders nothing where there is nothing to choose. Product 1.7 */
export function VisitFilters({ filter, onFilter, withBuildings }: Props) {
  const { data } = useQuery(trpc.visits.filters.queryOptions())
  const services = data?.services.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const buildings = data?.buildings.map(({ id, address }) => ({ value: id, label: address })) ?? []
  const { service, building } = filter
  return (
    <>
      {(services.length > 1 || service !== null) && (
        <NativeSelect
          className={classes.field}
          label="Service"
          data={choices('All services', services, service)}
          value={service ?? ''}
          onChange={({ currentTarget }) => onFilter({ service: currentTarget.value || null })}
        />
      )}
      {withBuildings && (buildings.length > 1 || building !== null) && (
        <NativeSelect
          className={classes.field}
          label="Building"
          data={choices('All buildings', buildings, building)}
          value={building ?? ''}
          onChange={({ currentTarget }) => onFilter({ building: currentTarget.value || null })}
        />
      )}
    </>
  )
}

type Choice = { value: string; label: string }

/** One of the address may not be known, or not yet. */
function choices(all: string, known: Choice[], chosen: string | null): Choice[] {
  const others =
    chosen === null || known.some(({ value }) => value === chosen)
      ? []
      : [{ value: chosen, label: 'Another' }]
  return [{ value: '', label: all }, ...known, ...others]
}

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import type { VisitFilterValues } from './use-visit-filter.ts'
import classes from './visit-filters.module.css'

// Loaded where there are many.
const SearchedChoice = lazyPart(() => import('./searched-choice.tsx'), 'SearchedChoice')

type Props = {
  filter: VisitFilterValues
  onFilter: (filter: Partial<VisitFilterValues>) => void
  /** A resident has one building. */
  withBuildings: boolean
}

/** Filters visits by service, and a vendor's by building. Renders nothing where there is nothing to choose. Product 1.7 */
export function VisitFilters({ filter, onFilter, withBuildings }: Props) {
  const { data, error, isLoadingError, isFetching, refetch } = useQuery(trpc.visits.filters.queryOptions())
  if (isLoadingError)
    return (
      <LoadFailed
        reason={`The filters could not be loaded. ${reasonOf(error)}`}
        onRetry={() => refetch()}
        busy={isFetching}
      />
    )
  const services = data?.services.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const buildings = data?.buildings.map(({ id, address }) => ({ value: id, label: address })) ?? []
  return (
    <>
      <FilterChoice
        label="Service"
        all="All services"
        choices={services}
        value={filter.service}
        onChange={(service) => onFilter({ service })}
      />
      {withBuildings && (
        <FilterChoice
          label="Building"
          all="All buildings"
          choices={buildings}
          value={filter.building}
          onChange={(building) => onFilter({ building })}
        />
      )}
      {data?.more && (
        <p className={classes.more}>Not all services and buildings can be chosen: there are too many.</p>
      )}
    </>
  )
}

type Choice = { value: string; label: string }
type FilterProps = {
  label: string
  all: string
  choices: Choice[]
  value: string | null
  onChange: (value: string | null) => void
}

/** More than these are searched, not scrolled through. */
const MANY = 20

function FilterChoice({ label, all, choices, value, onChange }: FilterProps) {
  if (choices.length < 2 && value === null) return null
  const known = withChosen(choices, value)
  if (known.length > MANY)
    return (
      <Suspense fallback={<div className={classes.field} />}>
        <SearchedChoice {...{ label, all, value, onChange }} className={classes.field} choices={known} />
      </Suspense>
    )
  return (
    <NativeSelect
      className={classes.field}
      label={label}
      data={[{ value: '', label: all }, ...known]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}

/** One of the address may not be known, or not yet. */
function withChosen(known: Choice[], chosen: string | null): Choice[] {
  return chosen === null || known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, label: 'Another' }]
}

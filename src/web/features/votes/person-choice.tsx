import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api.ts'

export type ProxyPerson = { id: string; name: string }

type Props = {
  label: string
  value: ProxyPerson | null
  onChange: (person: ProxyPerson | null) => void
  error?: string
}

const TYPING_MS = 250

/** One of the building's people, found by what is typed. */
export function PersonChoice({ label, value, onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim() || null, TYPING_MS)
  const found = useQuery(
    trpc.members.list.queryOptions(
      { page: 1, search: search === value?.name ? null : search },
      { placeholderData: keepPreviousData },
    ),
  )
  const people = (found.data?.members ?? [])
    .filter(({ status }) => status === 'active')
    .map(({ id, first_name, last_name, unit_number }) => ({
      id,
      name: `${first_name} ${last_name}`,
      unit: unit_number,
    }))
  const shown =
    value && !people.some(({ id }) => id === value.id) ? [{ ...value, unit: null }, ...people] : people
  return (
    <Select
      label={label}
      placeholder="Name or unit"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'Nobody has this name'}
      data={shown.map(({ id, name, unit }) => ({ value: id, label: unit ? `${name}, unit ${unit}` : name }))}
      value={value?.id ?? null}
      error={error}
      onChange={(id) => onChange(shown.find((person) => person.id === id) ?? null)}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  )
}

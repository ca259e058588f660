import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { trpc } from '../../api.ts'

type Props = { value: string; error: ReactNode; onChange: (id: string) => void }

const TYPING_MS = 250

/** The building for which an admin makes a vote, found by its name or address. */
export function BuildingChoice({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim() || null, TYPING_MS)
  const found = useQuery(trpc.votes.buildings.queryOptions({ search }, { placeholderData: keepPreviousData }))
  const buildings = found.data ?? []
  return (
    <Select
      label="Building"
      placeholder="Name or address"
      searchable
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No building found'}
      data={buildings.map(({ id, name, address, city }) => ({
        value: id,
        label: `${name ? `${name}, ` : ''}${address}, ${city}`,
      }))}
      value={value || null}
      error={error}
      onChange={(id) => onChange(id ?? '')}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  )
}

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api.ts'

export type RollUnit = { unit_id: string; number: string }

type Props = {
  /** The id of the vote. */
  vote: string
  label: string
  value: RollUnit | null
  onChange: (unit: RollUnit | null) => void
}

const TYPING_MS = 250

/** A unit of the roll that has not voted itself, found by its number: a roll has more units than a page of it. Product 4.4 */
export function UnitChoice({ vote, label, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim() || null, TYPING_MS)
  const found = useQuery(
    trpc.votes.roll.queryOptions(
      { id: vote, page: 1, search: search === value?.number ? null : search },
      { placeholderData: keepPreviousData },
    ),
  )
  const open = (found.data?.units ?? []).filter(({ voted_as }) => voted_as === null || voted_as === 'proxy')
  const shown: RollUnit[] =
    value && !open.some(({ unit_id }) => unit_id === value.unit_id) ? [value, ...open] : open
  return (
    <Select
      label={label}
      placeholder="Choose a unit"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No unit without a ballot has this number'}
      data={shown.map(({ unit_id, number }) => ({ value: unit_id, label: number }))}
      value={value?.unit_id ?? null}
      onChange={(id) => onChange(shown.find(({ unit_id }) => unit_id === id) ?? null)}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  )
}

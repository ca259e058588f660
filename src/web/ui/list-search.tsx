import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../domain/limits.ts'
import classes from './list-search.module.css'

const TYPING_MS = 250

type Props = {
  label: string
  placeholder: string
  /** What the address searches for. */
  search: string | null
  onSearch: (search: string | null) => void
  /** How many were found, in a sentence; empty without a search, or while it runs. */
  found: string
}

/** The field that searches a list, and what it found. */
export function ListSearch({ label, placeholder, search, onSearch, found }: Props) {
  const [typed, setTyped] = useState(search ?? '')
  const sent = useRef(search)
  const send = useDebouncedCallback((text: string) => {
    sent.current = text.trim() || null
    onSearch(sent.current)
  }, TYPING_MS)

  // Back, or a link, leads to another search than the typed one.
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search ?? '')
  }, [search])

  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        label={label}
        placeholder={placeholder}
        maxLength={LIMITS.search}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          send(currentTarget.value)
        }}
      />
      <p role="status" className={classes.found}>
        {found}
      </p>
    </search>
  )
}

import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import classes from './documents-section.module.css'

const TYPING_MS = 250

type Props = {
  /** What the address searches for. */
  search: string | null
  onSearch: (search: string | null) => void
  /** How many documents were found; null without a search, or while it runs. */
  found: number | null
}

/** Finds documents by their names. */
export function DocumentSearch({ search, onSearch, found }: Props) {
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
        label="Search documents"
        placeholder="A word of the name"
        maxLength={LIMITS.search}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          send(currentTarget.value)
        }}
      />
      <p role="status" className={classes.found}>
        {found === null ? '' : foundText(found)}
      </p>
    </search>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'No document has that in its name. Try another word.'
  return count === 1 ? '1 document found' : `${count} documents found`
}

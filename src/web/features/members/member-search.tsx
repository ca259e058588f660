import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { LIMITS } from '../../../domain/limits.ts'
import classes from './members-section.module.css'

const TYPING_MS = 250

type Props = {
  onSearch: (text: string) => void
  /** How many people were found; null without a search. */
  found: number | null
}

/** Finds people of the building by name, e-mail address or unit. */
export function MemberSearch({ onSearch, found }: Props) {
  const search = useDebouncedCallback(onSearch, TYPING_MS)
  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        label="Search members"
        placeholder="Name, e-mail or unit"
        maxLength={LIMITS.search}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        onChange={(event) => search(event.currentTarget.value.trim())}
      />
      <p role="status" className={classes.found}>
        {found === null ? '' : foundText(found)}
      </p>
    </search>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'Nobody matches. Try another word.'
  return count === 1 ? '1 person found' : `${count} people found`
}

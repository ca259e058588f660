import '../../ui/part-styles.ts'
import { Select } from '@mantine/core'

type Props = {
  className?: string
  label: string
  /** The choice of none. */
  all: string
  choices: { value: string; label: string }[]
  value: string | null
  onChange: (value: string | null) => void
}

/** As many as are offered at once: the others are found by their name. */
const SHOWN = 50

/** One of many, found by what is typed. */
export function SearchedChoice({ className, label, all, choices, value, onChange }: Props) {
  return (
    <Select
      className={className}
      label={label}
      placeholder={all}
      searchable
      clearable
      limit={SHOWN}
      maxDropdownHeight={320}
      nothingFoundMessage="None has this name"
      data={choices}
      value={value}
      onChange={onChange}
      comboboxProps={{ portalProps: { target: '#main' }, transitionProps: { duration: 0 } }}
      clearButtonProps={{ 'aria-label': all }}
    />
  )
}

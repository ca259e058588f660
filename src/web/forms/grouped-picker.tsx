import '../ui/part-styles.ts'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './grouped-picker.module.css'

type Option = { id: string; name: string; description: string | null; category: string | null }

type GroupsProps<Each extends Option> = { options: Each[]; children: (option: Each) => ReactNode }

/** Options grouped by category, each rendered by `children`. [2.vendor-signup.3] [2.vendor-settings.7] */
export function OptionGroups<Each extends Option>({ options, children }: GroupsProps<Each>) {
  return (
    <div className={classes.groups}>
      {byCategory(options).map(([category, members]) => (
        <fieldset key={category} className={classes.category}>
          <legend>{category}</legend>
          {members.map(children)}
        </fieldset>
      ))}
    </div>
  )
}

type OptionCardProps = {
  option: Option
  checked: boolean
  onToggle: () => void
  /** More fields below a checked option. */
  children?: ReactNode
  wide?: boolean
}

/** A card with a checkbox for one option. */
export function OptionCard({ option, checked, onToggle, children, wide = false }: OptionCardProps) {
  return (
    <div className={classes.card} data-wide={wide || undefined}>
      <Checkbox
        label={option.name}
        description={option.description}
        checked={checked}
        onChange={onToggle}
        classNames={{ root: classes.option, inner: classes.box, label: classes.name }}
      />
      {children}
    </div>
  )
}

export type PickerProps = { options: Option[]; chosen: string[]; onChange: (chosen: string[]) => void }

/** Checkboxes grouped by category. The chosen ids are sorted, so equal choices are equal lists. */
export function GroupedPicker({ options, chosen, onChange }: PickerProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].sort())
  return (
    <OptionGroups options={options}>
      {(option) => (
        <OptionCard
          key={option.id}
          option={option}
          checked={chosen.includes(option.id)}
          onToggle={() => toggle(option.id)}
        />
      )}
    </OptionGroups>
  )
}

/** Keeps the given order; options without a category come last, under 'Other'. */
function byCategory<Each extends Option>(options: Each[]): [string, Each[]][] {
  const groups = new Map<string, Each[]>()
  for (const option of options) {
    const category = option.category ?? 'Other'
    groups.set(category, [...(groups.get(category) ?? []), option])
  }
  const isOther = ([category]: [string, unknown]) => Number(category === 'Other')
  return [...groups].sort((one, other) => isOther(one) - isOther(other))
}

import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './service-choices.module.css'

type Choice = { id: string; name: string; description: string | null; category: string | null }
type GroupsProps<Type> = { types: Type[]; children: (type: Type) => ReactNode }

/** Service types under their categories, each drawn by `children`. */
export function ServiceGroups<Type extends Choice>({ types, children }: GroupsProps<Type>) {
  return (
    <div className={classes.groups}>
      {byCategory(types).map(([category, members]) => (
        <fieldset key={category} className={classes.category}>
          <legend>{category}</legend>
          {members.map(children)}
        </fieldset>
      ))}
    </div>
  )
}

type ChoiceProps = {
  type: Choice
  chosen: boolean
  onToggle: () => void
  children?: ReactNode
  wide?: boolean
}

/** One service type with its box; what is asked once it is chosen stands below it. */
export function ServiceChoice({ type, chosen, onToggle, children, wide = false }: ChoiceProps) {
  return (
    <div className={classes.card} data-wide={wide || undefined}>
      <Checkbox
        label={type.name}
        description={type.description}
        checked={chosen}
        onChange={onToggle}
        classNames={{ root: classes.type, inner: classes.box, label: classes.name }}
      />
      {children}
    </div>
  )
}

/** The types in the order given, under their categories; what fits none of them ('Other') comes last. */
function byCategory<Type extends { category: string | null }>(types: Type[]): [string, Type[]][] {
  const groups = new Map<string, Type[]>()
  for (const type of types) {
    const category = type.category ?? 'Other'
    groups.set(category, [...(groups.get(category) ?? []), type])
  }
  const isOther = ([category]: [string, unknown]) => Number(category === 'Other')
  return [...groups].sort((one, other) => isOther(one) - isOther(other))
}

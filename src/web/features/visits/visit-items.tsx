import { Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { visitFilePath } from '../../../domain/feeds/address.ts'
import { ANSWERS } from './suggestion.tsx'
import { VISIT_ACTIONS, type VisitItem } from './visit.ts'

type Props<Item> = {
  visitId: string
  items: readonly Item[]
  onChoose: (item: Exclude<Item, 'file'>) => void
  /** The first one, which has the focus when the menu opens. */
  first: RefObject<HTMLElement | null>
  className?: string
}

/** What only the menu of a calendar offers. */
const MORE_ITEMS = { ...ANSWERS, proof: 'Proof', day: 'Show the day' } as const
export type CalendarItem = VisitItem | keyof typeof MORE_ITEMS

const ITEMS = { ...VISIT_ACTIONS, ...MORE_ITEMS, file: 'Add to calendar' }

/** The items of a visit's menu, in its list or in a calendar. */
export function VisitItems<Item extends CalendarItem>({
  visitId,
  items,
  onChoose,
  first,
  className,
}: Props<Item>) {
  const isFile = (item: CalendarItem): item is 'file' => item === 'file'
  return items.map((item, index) => {
    const ref = (element: HTMLElement | null) => {
      if (index === 0) first.current = element
    }
    return isFile(item) ? (
      <Menu.Item
        key={item}
        component="a"
        ref={ref}
        className={className}
        href={visitFilePath(visitId)}
        download
      >
        {ITEMS[item]}
      </Menu.Item>
    ) : (
      <Menu.Item
        key={item}
        ref={ref}
        className={className}
        color={item === 'cancel' ? 'red' : undefined}
        onClick={() => onChoose(item as Exclude<Item, 'file'>)}
      >
        {ITEMS[item]}
      </Menu.Item>
    )
  })
}

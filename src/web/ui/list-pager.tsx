import type { SearchedList } from '../../domain/searched-list.ts'
import { Pager } from './pager.tsx'

type Props = {
  shown: SearchedList
  onShow: (list: SearchedList, isGone?: boolean) => void
  /** How many entries the list has, and how many of them a page. */
  total: number
  pageSize: number
  /** The list on the screen is still the one before. */
  isBefore: boolean
  label: string
}

/** The pages of a list that the address names. */
export function ListPager({ shown, onShow, ...list }: Props) {
  return <Pager {...list} page={shown.page} onPage={(page, isGone) => onShow({ ...shown, page }, isGone)} />
}

import { useEffect } from 'react'
import type { SearchedList } from '../../domain/searched-list.ts'
import { Pager } from './pager.tsx'

type Props = {
  shown: SearchedList
  onShow: (list: SearchedList) => void
  /** How many entries the list has, and how many of them a page. */
  total: number
  pageSize: number
  /** The list on the screen is still the one before. */
  isBefore: boolean
  label: string
}

/** The pages of a list that the address names. A page that is gone, or never was, gives way to the last one. */
export function ListPager({ shown, onShow, total, pageSize, isBefore, label }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const isGone = !isBefore && shown.page > pages
  useEffect(() => {
    if (isGone) onShow({ ...shown, page: pages })
  })
  return (
    <Pager
      page={Math.min(shown.page, pages)}
      pages={pages}
      onPage={(page) => onShow({ ...shown, page })}
      label={label}
    />
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { formatNumber } from '../../domain/number.ts'
import classes from './pager.module.css'

type Props = {
  /** The page that was asked for. */
  page: number
  total: number
  pageSize: number
  /** The list on the screen is still the one before, so that its pages say nothing of the page that was asked for. */
  isBefore: boolean
  /** `isGone`: from a page that is gone, to which nobody goes back. */
  onPage: (page: number, isGone?: boolean) => void
  label?: string
}

/**
 * 'Page x of y' with links to the other pages; renders nothing for a single page. A page that is gone, as when a list
 * became shorter, or never was, gives way to the last one.
 */
export function Pager({ page: asked, total, pageSize, isBefore, onPage, label = 'Pages' }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const page = Math.min(asked, pages)
  const isGone = !isBefore && asked > pages
  useEffect(() => {
    if (isGone) onPage(pages, true)
  })
  if (pages <= 1) return null
  const jump = { variant: 'default', size: 44, radius: 'md' } as const
  return (
    <nav className={classes.pager} aria-label={label}>
      <ActionIcon {...jump} aria-label="First page" disabled={page <= 1} onClick={() => onPage(1)}>
        <IconChevronsLeft size={20} stroke={1.8} />
      </ActionIcon>
      <Button
        variant="default"
        className={classes.step}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        leftSection={<IconChevronLeft size={18} stroke={1.8} aria-hidden />}
      >
        Previous
      </Button>
      <p className={classes.position}>
        Page {formatNumber(page)} of {formatNumber(pages)}
      </p>
      <Button
        variant="default"
        className={classes.step}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
        rightSection={<IconChevronRight size={18} stroke={1.8} aria-hidden />}
      >
        Next
      </Button>
      <ActionIcon {...jump} aria-label="Last page" disabled={page >= pages} onClick={() => onPage(pages)}>
        <IconChevronsRight size={20} stroke={1.8} />
      </ActionIcon>
    </nav>
  )
}

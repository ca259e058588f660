import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { formatNumber } from '../../domain/number.ts'
import classes from './pager.module.css'

type Props = { page: number; pages: number; onPage: (page: number) => void; label?: string }

/** 'Page x of y' with links to the other pages. Renders nothing for a single page. */
export function Pager({ page, pages, onPage, label = 'Pages' }: Props) {
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

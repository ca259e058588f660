import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

type Props = { path: `/api/${string}.csv`; month: string | null }

/** Saves a list as CSV: of one month, or of all. */
export function DownloadLink({ path, month }: Props) {
  return (
    <Button
      component="a"
      href={month === null ? path : `${path}?month=${month}`}
      download
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
    >
      Download CSV
    </Button>
  )
}

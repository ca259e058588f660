import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

type Props = {
  path: `/api/${string}.csv` | `/api/${string}.pdf`
  month: string | null
  /** The list's own filters; null is none. */
  filter?: Record<string, string | null>
}

/** Saves a list as CSV or PDF: of one month, or of all, filtered as it is shown. */
export function DownloadLink({ path, month, filter }: Props) {
  const asked = Object.entries({ month, ...filter }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  const query = new URLSearchParams(asked).toString()
  return (
    <Button
      component="a"
      href={query ? `${path}?${query}` : path}
      download
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.8} aria-hidden />}
    >
      Download {path.endsWith('.pdf') ? 'PDF' : 'CSV'}
    </Button>
  )
}

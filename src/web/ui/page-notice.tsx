import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { clearNotice, type NoticeTone, useNotice, useNoticeEnd } from './notice.ts'
import classes from './page-notice.module.css'

const ICONS: Record<NoticeTone, typeof IconCheck> = {
  success: IconCheck,
  info: IconInfoCircle,
  error: IconAlertTriangle,
}

/** What the portal has to say, in the bar: there it covers nothing of the page. In a dialog, its foot says it. */
export function PageNotice() {
  const notice = useNotice(null)
  const [held, setHeld] = useState(false)
  useNoticeEnd(notice, held)
  if (!notice) return null
  const Icon = ICONS[notice.tone]
  return (
    <div
      key={notice.at}
      role="alert"
      className={classes.notice}
      data-tone={notice.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} stroke={2} aria-hidden className={classes.icon} />
      <div className={classes.text}>{notice.message}</div>
      <CloseButton
        aria-label="Dismiss"
        onClick={() => {
          setHeld(false)
          clearNotice()
        }}
      />
    </div>
  )
}

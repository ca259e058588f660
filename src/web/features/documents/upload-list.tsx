import { CloseButton, Progress } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import classes from './upload-list.module.css'
import type { Upload } from './use-uploads.ts'

/** Running uploads with their progress, and failed ones until they are dismissed. [2.building.19] */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map(({ id, name, progress, failure, stop }) => (
        <li key={id} className={classes.upload} data-failed={failure !== null || undefined}>
          <div className={classes.words}>
            <span className={classes.name}>{name}</span>
            {failure === null ? (
              <span className={classes.state}>{stateOf(progress)}</span>
            ) : (
              <span className={classes.failure}>
                <IconAlertCircle size={18} stroke={1.8} aria-hidden />
                {failure}
              </span>
            )}
          </div>
          {failure === null && (
            <Progress.Root size="sm" className={classes.bar}>
              <Progress.Section
                value={percent(progress)}
                aria-label={`Uploading ${name}`}
                aria-valuetext={stateOf(progress)}
              />
            </Progress.Root>
          )}
          <CloseButton
            className={classes.close}
            aria-label={failure === null ? `Cancel the upload of ${name}` : `Dismiss ${name}`}
            onClick={stop}
          />
        </li>
      ))}
    </ul>
  )
}

function percent(progress: number | null): number {
  return Math.round((progress ?? 0) * 100)
}

/** The server still checks a file that is sent completely. */
function stateOf(progress: number | null): string {
  if (progress === null) return 'Waiting'
  return progress < 1 ? `${percent(progress)}%` : 'Checking…'
}

import { ActionIcon } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { formatFileSize } from '../../domain/file-size.ts'
import classes from './file-list.module.css'

export type ListedFile = { id: string; file_name: string; file_size: number; url: string; picture: boolean }

type Props = { label: string; files: ListedFile[]; onRemove?: (file: ListedFile) => void }

/** Files, each opening in a tab of its own; pictures are shown small. */
export function FileList({ label, files, onRemove }: Props) {
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={label}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <a href={file.url} target="_blank" rel="noreferrer" className={classes.link}>
            {file.picture ? (
              <img src={`${file.url}?small`} alt="" loading="lazy" className={classes.picture} />
            ) : (
              <span className={classes.picture}>
                <IconFileText size={26} stroke={1.6} aria-hidden />
              </span>
            )}
            <span className={classes.name}>
              {file.file_name}
              <small>{formatFileSize(file.file_size)}</small>
            </span>
          </a>
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              onClick={() => onRemove(file)}
              aria-label={`Remove ${file.file_name}`}
            >
              <IconX size={20} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import classes from './photo-strip.module.css'

type SentPhoto = { id: string; url: string }

/** Photos as small pictures; each opens the large one. */
export function PhotoStrip({ photos, onRemove }: { photos: SentPhoto[]; onRemove?: (id: string) => void }) {
  if (photos.length === 0) return null
  return (
    <ul className={classes.strip} aria-label="Photos">
      {photos.map(({ id, url }, index) => (
        <li key={id} className={classes.photo}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Photo ${index + 1} of ${photos.length}`}
          >
            <img src={`${url}?small`} alt={`${index + 1} of ${photos.length}`} loading="lazy" />
          </a>
          {onRemove && <RemovePhoto label={`Remove photo ${index + 1}`} onClick={() => onRemove(id)} />}
        </li>
      ))}
    </ul>
  )
}

export function RemovePhoto({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon
      variant="default"
      radius="xl"
      size={44}
      className={classes.remove}
      onClick={onClick}
      aria-label={label}
    >
      <IconX size={20} aria-hidden />
    </ActionIcon>
  )
}

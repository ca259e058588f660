import { settings } from '../settings.ts'
import classes from './picture.module.css'

type Props = { file: string; shows: string; height: number; className: string | undefined }

/** A picture further down the landing page, of the folder where its pictures are; it comes a moment later. */
export function Picture({ file, shows, height, className }: Props) {
  return (
    <div className={className}>
      <img
        className={classes.picture}
        src={`${settings.images_url}/${file}`}
        alt={shows}
        width={960}
        height={height}
        loading="lazy"
      />
    </div>
  )
}

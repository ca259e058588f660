import { portalSettings } from '../../portal-settings.ts'
import classes from './picture.module.css'

type Props = { file: string; shows: string; height: number; className: string | undefined }

/**
 * A picture below the first view of the landing page; it loads a moment later.
 * [2.landing.14]
 */
export function Picture({ file, shows, height, className }: Props) {
  return (
    <div className={className}>
      <img
        className={classes.picture}
        src={`${portalSettings.images_url}/${file}`}
        alt={shows}
        width={960}
        height={height}
        loading="lazy"
      />
    </div>
  )
}

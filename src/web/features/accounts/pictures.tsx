import { portalSettings } from '../../portal-settings.ts'
import street from '../../ui/street.svg'

// The landing page's drawings, cut to their subject by the styles around them. Not loaded where they are not shown.

/** The street of the landing page. */
export function StreetPicture() {
  return <img src={street} width={1200} height={900} alt="" loading="lazy" />
}

/** Vendors at work around a building. */
export function WorkPicture() {
  return (
    <img src={`${portalSettings.images_url}/Services.jpg`} width={960} height={540} alt="" loading="lazy" />
  )
}

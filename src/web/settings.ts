import { type PortalSettings, SETTINGS_META, SLOTS } from '../domain/portal-settings.ts'

/** Of the pages built ahead: none of them shows anything of the city. */
const unknown: PortalSettings = {
  city_name: '',
  time_zone: 'UTC',
  clocks: { ahead: [], until: 0 },
  images_url: SLOTS.images_url,
  maps_key: null,
}

/** What the operator set, as the server wrote it into this page's head. */
export const settings: PortalSettings =
  typeof document === 'undefined'
    ? unknown
    : JSON.parse(document.querySelector<HTMLMetaElement>(`meta[name="${SETTINGS_META}"]`)?.content || '{}')

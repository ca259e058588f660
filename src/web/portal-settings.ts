import { type PortalSettings, SETTINGS_META, SLOTS } from '../domain/portal-settings.ts'

/** For the prerendered pages, which show nothing of the city. */
const unknown: PortalSettings = {
  city_name: '',
  time_zone: 'UTC',
  clocks: { ahead: [], until: 0 },
  images_url: SLOTS.images_url,
  maps_key: null,
  takes_payments: false,
}

/** The operator's settings, which the server wrote into the page's head. */
export const portalSettings: PortalSettings =
  typeof document === 'undefined'
    ? unknown
    : JSON.parse(document.querySelector<HTMLMetaElement>(`meta[name="${SETTINGS_META}"]`)?.content || '{}')

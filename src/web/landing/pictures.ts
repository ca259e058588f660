import { settings } from '../settings.ts'

/** Where the landing page's pictures come from. */
export const IMAGES_URL = `${settings.images_url}/`

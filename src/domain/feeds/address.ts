/** Where calendar files are: `<token>.ics` is a person's feed, `visit/<id>.ics` a single visit. Product 1.7 */
export const CALENDAR_PATH = '/calendar/'

/** The address of a feed, by its token. */
export const feedAddress = (publicUrl: string, token: string) => `${publicUrl}${CALENDAR_PATH}${token}.ics`

/** The same for a program that subscribes to it: calendars register this scheme. */
export const subscribingAddress = (address: string) => address.replace(/^https?:/, 'webcal:')

/** The path of a single visit's file, for those who see the visit. */
export const visitFilePath = (id: string) => `${CALENDAR_PATH}visit/${id}.ics`

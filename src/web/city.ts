import { type CalendarDate, type CityTime, cityTime, today } from '../domain/calendar.ts'
import { keepClocks } from '../domain/clocks.ts'
import { portalSettings } from './portal-settings.ts'

/** The city's time zone: calendar dates on every screen are dates there, wherever the browser is. */
export const CITY_TIME_ZONE = portalSettings.time_zone
// Vite's own server hands the page out as it is written, without settings.
if (portalSettings.clocks) keepClocks(CITY_TIME_ZONE, portalSettings.clocks)

/** The city's calendar date right now. */
export function cityToday(): CalendarDate {
  return today(new Date(), CITY_TIME_ZONE)
}

/** The same with the hour on the city's clocks. */
export function cityNow(): CityTime {
  return cityTime(new Date(), CITY_TIME_ZONE)
}

import { type CalendarDate, cityTime, formatShortDate, formatTime } from '../domain/calendar.ts'
import { CITY_TIME_ZONE } from './city.ts'

/** '9:12 AM': the hour of a moment on the city's clocks. */
export function hourOf(moment: string): string {
  return formatTime(cityTime(new Date(moment), CITY_TIME_ZONE).time)
}

/** The same, with its day where it is another than `day`. */
export function momentOf(moment: string, day: CalendarDate): string {
  const { date } = cityTime(new Date(moment), CITY_TIME_ZONE)
  return date === day ? hourOf(moment) : `${formatShortDate(date, day)}, ${hourOf(moment)}`
}

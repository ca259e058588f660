import { cityTime, formatTime } from '../../../domain/calendar.ts'
import { CITY_TIME_ZONE } from '../../city.ts'

/** '9:12 AM': the hour of a moment on the city's clocks. */
export function hourOf(moment: string): string {
  return formatTime(cityTime(new Date(moment), CITY_TIME_ZONE).time)
}

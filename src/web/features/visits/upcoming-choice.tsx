import { DownloadLink } from '../../ui/download-link.tsx'
import classes from '../../ui/past-section.module.css'
import type { VisitFilterValues } from './use-visit-filter.ts'
import { VisitFilters } from './visit-filters.tsx'

type Props = {
  filter: VisitFilterValues
  onFilter: (filter: Partial<VisitFilterValues>) => void
  withBuildings: boolean
}

/** Which visits to come are listed, and the same as CSV. */
export function UpcomingChoice({ filter, ...choice }: Props) {
  return (
    <div className={classes.choice}>
      <VisitFilters filter={filter} {...choice} />
      <DownloadLink
        path="/api/visits/upcoming.csv"
        month={null}
        filter={{ service_type_id: filter.service, building_id: filter.building }}
      />
    </div>
  )
}

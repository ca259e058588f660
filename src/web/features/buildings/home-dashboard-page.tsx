import { useSession } from '../../session/session.ts'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Sections } from '../../ui/sections.tsx'
import { AskBox } from './ask-box.tsx'
import { HomeDashboard } from './home-dashboard.tsx'
import { homeDashboard } from './slots.ts'

/** /home/dashboard: what the building spends, what it has, and what comes next (section 2, screen 8). */
export function HomeDashboardPage() {
  const building = useSession()?.building
  return (
    <HomeDashboard eyebrow={building && (building.name ?? building.address)}>
      {building ? (
        <>
          <Sections slot={homeDashboard} />
          <AskBox />
        </>
      ) : (
        <NoBuilding />
      )}
    </HomeDashboard>
  )
}

import './part-styles.ts'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './view-tabs.module.css'

type Props<View extends string> = {
  /** The name of the tab list, for screen readers. */
  label: string
  view: View
  views: readonly { view: View; label: string }[]
  onView: (view: View) => void
  /** Above the tabs; left of them on a wide screen. */
  header: ReactNode
  children: ReactNode
}

/**
 * The few views of one screen, each with an address of its own. Arrow keys only move between the tabs, because
 * choosing one goes to another address.
 */
export function ViewTabs<View extends string>({ label, view, views, onView, header, children }: Props<View>) {
  const choose = (value: string | null) => {
    const chosen = views.find((each) => each.view === value)
    if (chosen) onView(chosen.view)
  }
  return (
    <Tabs value={view} onChange={choose} keepMounted={false} activateTabWithKeyboard={false}>
      <div className={classes.head}>
        <div className={classes.header}>{header}</div>
        <Tabs.List className={classes.list} aria-label={label}>
          {views.map((each) => (
            <Tabs.Tab key={each.view} value={each.view} className={classes.tab}>
              {each.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {views.map((each) => (
        <Tabs.Panel key={each.view} value={each.view} className={classes.panel}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

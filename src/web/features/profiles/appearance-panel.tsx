import '../../ui/part-styles.ts'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { chooseScheme, chosenScheme, SCHEMES, type Scheme } from '../../ui/scheme.ts'
import classes from './settings.module.css'

const schemes = Object.entries(SCHEMES) as [Scheme, string][]

/** Light or dark, for this device. The choice shows at once. */
export function AppearancePanel() {
  const [scheme, setScheme] = useState(chosenScheme)

  function choose(value: string): void {
    const chosen = schemes.find(([each]) => each === value)?.[0] ?? 'auto'
    setScheme(chosen)
    chooseScheme(chosen)
  }

  return (
    <Panel title="Appearance" lead="Kept on this device.">
      <Radio.Group label="Colors" value={scheme} onChange={choose}>
        <div className={classes.choices}>
          {schemes.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
    </Panel>
  )
}

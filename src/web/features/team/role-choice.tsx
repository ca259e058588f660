import { Radio } from '@mantine/core'
import { VENDOR_ROLES } from '../../../domain/team/colleague.ts'
import { ROLE_EFFECTS, ROLE_LABELS } from '../../../domain/team/messages.ts'
import classes from './team.module.css'

type Props = Pick<React.ComponentProps<typeof Radio.Group>, 'value' | 'onChange' | 'error'>

/** What somebody is in the company, and what they may do then. */
export function RoleChoice(props: Props) {
  return (
    <Radio.Group label="Role" required withAsterisk={false} {...props}>
      <div className={classes.roles}>
        {VENDOR_ROLES.toReversed().map((role) => (
          <Radio key={role} value={role} label={ROLE_LABELS[role]} description={ROLE_EFFECTS[role]} />
        ))}
      </div>
    </Radio.Group>
  )
}

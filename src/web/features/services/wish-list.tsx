import { Radio, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { DEFAULT_WEEKS, frequencyLabel, parseFrequency } from '../../../domain/services/frequency.ts'
import type { TypedWish, TypedWishes } from '../../../domain/services/welcome.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { OptionCard, OptionGroups } from '../../forms/grouped-picker.tsx'
import { matches, type ServiceType } from './service-type-list.tsx'
import classes from './wish-list.module.css'

const FRESH: TypedWish = { service_type: 'recurring', frequency: String(DEFAULT_WEEKS), description: '' }

type Props = { types: ServiceType[]; wishes: TypedWishes; onChange: (wishes: TypedWishes) => void }

/**
 * Service types by category, with a search. A chosen one asks whether it is recurring, how often, and what the job is.
 * [5.welcome.3]
 */
export function WishList({ types, wishes, onChange }: Props) {
  const [typed, setTyped] = useState('')
  // Choosing a service again restores what was typed.
  const [dropped, setDropped] = useState<TypedWishes>(new Map())
  const found = types
    .filter((type) => matches(type, typed))
    .sort((one, other) => one.category.localeCompare(other.category))

  function toggle(id: string): void {
    const next = new Map(wishes)
    const wish = wishes.get(id)
    if (wish) {
      setDropped(new Map(dropped).set(id, wish))
      next.delete(id)
    } else next.set(id, dropped.get(id) ?? FRESH)
    onChange(next)
  }

  return (
    <>
      <TextInput
        type="search"
        label="Search services"
        placeholder="Snow, plumbing, cleaning…"
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault() // Searching must not submit.
        }}
        mb="md"
      />
      <VisuallyHidden role="status">
        {found.length === 1 ? '1 service' : `${found.length} services`}
      </VisuallyHidden>
      {found.length === 0 && (
        <p className={classes.none}>No service matches “{typed.trim()}”. Try another word.</p>
      )}
      <OptionGroups options={found}>
        {(type) => (
          <WishCard
            key={type.id}
            type={type}
            wish={wishes.get(type.id)}
            onToggle={() => toggle(type.id)}
            onWish={(wish) => onChange(new Map(wishes).set(type.id, wish))}
          />
        )}
      </OptionGroups>
    </>
  )
}

type WishCardProps = {
  type: ServiceType
  wish: TypedWish | undefined
  onToggle: () => void
  onWish: (wish: TypedWish) => void
}

function WishCard({ type, wish, onToggle, onWish }: WishCardProps) {
  return (
    <OptionCard option={type} checked={wish !== undefined} onToggle={onToggle} wide={wish !== undefined}>
      {wish && (
        <fieldset aria-label={type.name} className={classes.details}>
          <Radio.Group
            aria-label="How often do you need it?"
            value={wish.service_type}
            onChange={(value) =>
              onWish({ ...wish, service_type: value === 'on-demand' ? 'on-demand' : 'recurring' })
            }
            className={classes.cadence}
          >
            <Radio value="recurring" label="Recurring" />
            <Radio value="on-demand" label="One-time" />
          </Radio.Group>
          {wish.service_type === 'recurring' && (
            <TextInput
              label="Frequency in weeks"
              type="number"
              inputMode="numeric"
              min={1}
              max={LIMITS.weeks}
              description={frequencyLabel(parseFrequency(wish.frequency))}
              inputWrapperOrder={['label', 'input', 'description']}
              value={wish.frequency}
              onChange={(event) => onWish({ ...wish, frequency: event.currentTarget.value })}
              // Shows right away what an unusable number is sent as.
              onBlur={() => onWish({ ...wish, frequency: String(parseFrequency(wish.frequency)) })}
            />
          )}
          <CountedTextarea
            label="Job Description"
            placeholder="Optional: what needs doing, and where"
            rows={2}
            max={LIMITS.description}
            value={wish.description}
            onChange={(event) => onWish({ ...wish, description: event.currentTarget.value })}
          />
        </fieldset>
      )}
    </OptionCard>
  )
}

import { ServiceChoice, ServiceGroups } from '../services/service-choices.tsx'

type ServiceType = { id: string; name: string; description: string | null; category: string | null }
type Props = { types: ServiceType[]; chosen: string[]; onChange: (chosen: string[]) => void }

/** Service types grouped by category, checkable. */
export function ServicePicker({ types, chosen, onChange }: Props) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <ServiceGroups types={types}>
      {(type) => (
        <ServiceChoice
          key={type.id}
          type={type}
          chosen={chosen.includes(type.id)}
          onToggle={() => toggle(type.id)}
        />
      )}
    </ServiceGroups>
  )
}

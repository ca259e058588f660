import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useKeptState } from '../../forms/use-draft.ts'
import { FinishDialog } from './finish-dialog.tsx'
import type { ShownStop } from './shown-stop.ts'
import classes from './today.module.css'
import { unsentPhotos } from './unsent-photos.tsx'
import { VisitPhotos } from './visit-photos.tsx'

type ChecklistProps = { tasks: string[]; ticked: string[]; onTick: (ticked: string[]) => void }

/** What is to be done, ticked as it is done. Product 2.1 */
function Checklist({ tasks, ticked, onTick }: ChecklistProps) {
  if (tasks.length === 0) return null
  return (
    <fieldset className={classes.checklist}>
      <legend>Checklist</legend>
      {tasks.map((task) => (
        <label key={task}>
          <input
            type="checkbox"
            checked={ticked.includes(task)}
            onChange={({ currentTarget: { checked } }) =>
              onTick(tasks.filter((each) => (each === task ? checked : ticked.includes(each))))
            }
          />
          {task}
        </label>
      ))}
    </fieldset>
  )
}

type Props = { stop: ShownStop; name: string }

/** What somebody does who has checked in: photos, the checklist, and the end. Product 1.4, 2.1 */
export function StopWork({ stop, name }: Props) {
  const [opened, setOpened] = useState(false)
  const [ticked = [], setTicked] = useKeptState<string[]>(`ticked ${stop.id}`, { stays: true })
  const tasks = stop.checklist ?? [] // a list that an earlier version kept has none
  return (
    <>
      <VisitPhotos visit={stop.id} stop={name} photos={stop.photos} waiting={stop.waiting} />
      {/* Not where Check In was: its double tap would tick the first task. */}
      <Checklist tasks={tasks} ticked={ticked} onTick={setTicked} />
      <Button
        fullWidth
        size="xl"
        leftSection={<IconCheck size={24} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Finish Visit
      </Button>
      <FinishDialog
        id={stop.id}
        stop={name}
        ticked={ticked}
        tasks={tasks.length}
        photos={stop.photos.length + unsentPhotos(stop.photos, stop.waiting).length}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

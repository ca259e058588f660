import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { programOf, startProgram } from '../../../../test/faults/programs.ts'
import { freePort } from '../../../../test/portal-process.ts'
import { openWorld } from '../../../../test/world.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { answerAddress } from '../../mail/answer-address.ts'
import { readMailbox, turnOf } from './mailbox.ts'

const MAILBOX = 'reply@portal.example.com'
/** Dovecot keeps no mail for root. */
const NOBODY = 65_534
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

/** A real IMAP server with one mailbox, which others may fill. */
async function startMailbox(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-mailbox-'))
  chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? NOBODY : process.getuid?.()
  const own = isRoot
    ? ''
    : `default_internal_user = ${process.env.USER}\ndefault_login_user = ${process.env.USER}`
  const mail = join(folder, 'mail')
  for (const each of ['', 'new', 'cur', 'tmp']) {
    mkdirSync(join(mail, each), { recursive: true })
    if (isRoot) chownSync(join(mail, each), NOBODY, NOBODY)
  }
  const config = `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}
first_valid_uid = 1
${own}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=p@ss
}
userdb {
  driver = static
  args = uid=${uid} gid=${uid} home=${folder}
}
`
  const path = join(folder, 'dovecot.conf')
  const server = await startProgram({ program: programOf('dovecot'), args: ['-F', '-c'], path, config, port })
  let count = 0
  return {
    async deliver(mail: SendMailOptions): Promise<void> {
      const { message } = await composer.sendMail(mail)
      count += 1
      const file = join(folder, 'mail', 'new', `${Date.now()}.${count}.here`)
      writeFileSync(file, message as Buffer)
      if (isRoot) chownSync(file, NOBODY, NOBODY)
    },
    /** The flags of each mail: S for seen, F for flagged. */
    flags: () =>
      ['new', 'cur'].flatMap((each) =>
        readdirSync(join(mail, each)).map((name) => name.split(':2,')[1] ?? ''),
      ),
    async close(): Promise<void> {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

// Where the program can't be installed, scripts/machines.mjs says so.
if (programOf('dovecot'))
  test('answers in the mailbox are taken once each, and marked; an unreadable one stays, flagged [Product 2.10]', async () => {
    const port = await freePort()
    const connection = await createWorldDatabase('mailbox')
    const mailbox = { MAILBOX_URL: `imap://portal:p%40ss@127.0.0.1:${port}/INBOX`, MAILBOX_ADDRESS: MAILBOX }
    const world = await openWorld(connection, mailbox)
    const server = await startMailbox(port)
    try {
      const service = await world.request('Snow Removal')
      const quote = await world.quote('curb', service, 90_00)
      await world.accept(service, quote)
      await world
        .as('curb')
        .messages.send({ quote, id: crypto.randomUUID(), words: 'We come at six.', files: [] })
      // One that is answered was sent; another one would be dropped once its message is read.
      const { id } = await asSystem(world.portal.db, (tx) =>
        tx
          .updateTable('mails')
          .from('events')
          .whereRef('events.id', '=', 'mails.event_id')
          .where('kind', '=', 'message_sent')
          .set({ sent_at: world.clock.now })
          .returning('mails.id')
          .executeTakeFirstOrThrow(),
      )
      const to = answerAddress(MAILBOX, world.portal.config.secret, id)
      const from = 'maya@example.com'
      await server.deliver({ from, to, text: 'The gate is open.', messageId: '<one@example.com>' })
      await server.deliver({ from, to, text: 'The gate is open.', messageId: '<one@example.com>' })
      await server.deliver({ from: 'spam@example.com', to: MAILBOX, text: 'Buy now' })
      await server.deliver({ from, to, text: 'x', headers: { 'X-Much': 'y'.repeat(1_500_000) } })
      const shown = async () => (await world.as('curb').messages.thread({ quote, last: 50 })).messages
      await readMailbox(world.portal)
      expect((await shown()).map(({ words }) => words)).toEqual(['The gate is open.', 'We come at six.'])
      expect(server.flags().sort()).toEqual(['FS', 'S', 'S', 'S'])
      await readMailbox(world.portal)
      expect(await shown()).toHaveLength(2)

      await server.deliver({ from, to, text: 'And the light is on.' })
      // Dovecot may see a mail of the same second a little later.
      await expect
        .poll(async () => {
          await readMailbox(world.portal)
          return (await shown())[0]?.words
        })
        .toBe('And the light is on.')
    } finally {
      await server.close()
      await world.close()
    }
  })

test('a mailbox that does not answer fails its run, which the next one makes up for', async () => {
  const connection = await createWorldDatabase('no_mailbox')
  const world = await openWorld(connection, {
    MAILBOX_URL: `imap://portal:secret@127.0.0.1:${await freePort()}`,
    MAILBOX_ADDRESS: MAILBOX,
  })
  await expect(readMailbox(world.portal)).rejects.toThrow()
  await world.close()
})

test('each mail has its turn, whoever waits before it', () => {
  const unseen = Array.from({ length: 170 }, (_, index) => index + 1)
  const runs = [0, 1, 2, 3].map((minute) => turnOf(unseen, minute * 60_000))
  expect(runs.map(({ length }) => length)).toEqual([50, 50, 50, 50])
  expect(new Set(runs.flat()).size).toBe(170)
  expect(turnOf([3, 4], 60_000)).toEqual([3, 4])
})

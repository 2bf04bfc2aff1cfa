import type { AnswerOf } from '@parvis/domain/api'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { arePasskeysPossible } from '../../lib/second-proof.ts'
import { configurationQuery } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import styles from '../../ui/list-row.module.css'
import { Loading } from '../../ui/loading.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'

type Passkey = AnswerOf<'GET /v1/account/passkeys'>[number]

const passkeysQuery = query('GET /v1/account/passkeys')
const store = (list: Passkey[]) => void queryClient.setQueryData(passkeysQuery.queryKey, list)

/** The person's passkeys: make one on this device, name it, remove it. */
export function PasskeyCard() {
  const { data, error, refetch } = useQuery(passkeysQuery)
  return (
    <Card title="Clés d’accès" sentence="Connectez-vous sans SMS, par l’empreinte, le visage ou le code de l’appareil.">
      {data ? null : <Loading error={error} retry={refetch} height={44} />}
      <ul>
        {data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {data?.length === 0 ? <p className="below-2">Aucune clé d’accès pour l’instant.</p> : null}
      <AddPasskey />
    </Card>
  )
}

/** Makes one on this device, after a second proof. */
function AddPasskey() {
  const { data: configuration } = useQuery(configurationQuery)
  const mayAdd = configuration?.passkeys !== null && arePasskeysPossible()
  const add = useMutation({
    mutationFn: async () => await (await import('../../lib/passkeys.ts')).makePasskey(),
    onSuccess: (list) => {
      store(list)
      showToast('Cet appareil a maintenant une clé d’accès')
    },
  })
  if (!mayAdd) return <p>Cet appareil ou ce navigateur ne permet pas de clé d’accès.</p>
  return (
    <>
      <FailureAlert error={add.error} />
      <Button icon={IconKey} loading={add.isPending} onClick={() => add.mutate()}>
        Ajouter une clé d’accès
      </Button>
    </>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false)
  const { id, label, createdAt, lastUsedAt } = passkey
  return (
    <li className={`inline ${styles.row}`}>
      <IconKey size={28} stroke={1.6} aria-hidden="true" />
      <div className={styles.words}>
        <strong>{label}</strong>
        <span>
          Ajoutée le {formatDay(createdAt)}
          {lastUsedAt ? `, utilisée le ${formatDay(lastUsedAt)}` : ', jamais utilisée'}
        </span>
      </div>
      <QuietButton aria-label={`Renommer ${label}`} onClick={() => setRenaming(true)}>
        Renommer
      </QuietButton>
      <ConfirmButton
        variant="secondary"
        size="small"
        aria-label={`Retirer ${label}`}
        ask={{
          title: `Retirer «\u00a0${label}\u00a0»\u00a0?`,
          children: 'Cette clé n’ouvrira plus votre compte. Vous pourrez en ajouter une autre.',
          confirmLabel: 'Retirer',
          danger: true,
          onConfirm: async () => store(await call('DELETE /v1/account/passkeys/:id', { params: { id } })),
        }}
      >
        Retirer
      </ConfirmButton>
      {isRenaming ? <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} /> : null}
    </li>
  )
}

function RenameDialog({ passkey: { id, label }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm({
    initial: { label },
    textOf: (key) => key,
    submit: async (body) => {
      store(await call('PUT /v1/account/passkeys/:id', { params: { id }, body }))
      onClose()
    },
  })
  return (
    <FormDialog title="Renommer cette clé d’accès" form={form} cannotSend={!form.isDirty} onClose={onClose}>
      <TextField label="Nom" limit={60} {...form.field('label')} />
    </FormDialog>
  )
}

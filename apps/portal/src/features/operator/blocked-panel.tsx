import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { formatPhone } from '../../lib/paris-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './operator.module.css'

type Blocking = { kind: 'phone' | 'discussion'; of: string; on: boolean }

/** Blocks and frees phones and conversations. */
export function BlockedPanel() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'blocked'],
    queryFn: ({ signal }) => call('GET /v1/operator/blocked', { signal }),
  })
  const block = useMutation({
    mutationFn: async ({ kind, of, on }: Blocking) => {
      if (kind === 'phone') await call('POST /v1/operator/phones/block', { body: { phone: of, on } })
      else await call('POST /v1/operator/discussions/:id/block', { params: { id: of }, body: { on } })
    },
    onSuccess: (_, { on }) => {
      showToast(on ? 'Bloqué' : 'Débloqué')
      return queryClient.invalidateQueries({ queryKey: ['operator'] })
    },
    onError: (failure) => showToast(messageOf(failure), 'danger'),
  })
  return (
    <div className={styles.stack}>
      <Card title="Bloquer">
        <BlockForm kind="phone" label="Numéro de téléphone" isPending={block.isPending} onBlock={block.mutate} />
        <BlockForm
          kind="discussion"
          label="Identifiant de conversation"
          isPending={block.isPending}
          onBlock={block.mutate}
        />
      </Card>
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      <Card title="Actuellement bloqués">
        {data && data.phones.length + data.discussions.length === 0 ? <p>Personne n’est bloqué.</p> : null}
        <ul>
          {data?.phones.map(({ phone, wrongCodes }) => (
            <li key={phone}>
              {formatPhone(phone)} ({wrongCodes} codes faux){' '}
              <Button
                size="small"
                variant="quiet"
                onClick={() => block.mutate({ kind: 'phone', of: phone, on: false })}
              >
                Débloquer
              </Button>
            </li>
          ))}
          {data?.discussions.map(({ id, company }) => (
            <li key={id}>
              Conversation avec {company}{' '}
              <Button
                size="small"
                variant="quiet"
                onClick={() => block.mutate({ kind: 'discussion', of: id, on: false })}
              >
                Débloquer
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

type BlockFormProps = {
  kind: Blocking['kind']
  label: string
  isPending: boolean
  onBlock: (blocking: Blocking) => void
}

function BlockForm({ kind, label, isPending, onBlock }: BlockFormProps) {
  const [of, setOf] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onBlock({ kind, of: of.trim(), on: true })
      }}
    >
      <TextField name={`block-${kind}`} label={label} value={of} onChange={setOf} />
      <Button type="submit" variant="secondary" disabled={of.trim() === ''} loading={isPending}>
        Bloquer
      </Button>
    </form>
  )
}

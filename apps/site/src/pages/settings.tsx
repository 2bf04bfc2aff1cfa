import type { SitePage } from '@parvis/domain/site/page'
import type { LetterShown, PrivateContent } from '@parvis/domain/site/private-page'
import type { ResidentMe } from '@parvis/domain/site/site.contract'
import { momentText } from '@parvis/domain/site/when.fr'
import { FollowChoice, LetterFields } from '../parts/follow.tsx'
import { AskFirst, Check, ChoiceField, countsTo, Form, InputField, oneTimeCode } from '../parts/form.tsx'
import { Part } from '../parts/lists.tsx'

type Known = Extract<ResidentMe, { hasIdentity: true }>
type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

const saved = 'C’est enregistré.'

export function SettingsPage({ content, page }: Of<'settings'> & { page: SitePage }) {
  const { me, letter, lastPickup, now } = content
  if (!me.hasIdentity)
    return (
      <section className="settings">
        <h1>Réglages</h1>
        <p className="empty">
          Rien n’est retenu sur cet appareil. Vos réglages apparaîtront ici dès que vous suivrez un commerce.
        </p>
        <p>
          <a href="/transfert">J’ai déjà Parvis sur un autre téléphone</a>
        </p>
        <Part title="Mon numéro">
          <PhoneForm />
        </Part>
      </section>
    )
  return (
    <section className="settings" data-private="">
      <h1>Réglages</h1>
      <p id="enregistre" className="why said" role="status">
        {saved}
      </p>
      <Follows follows={me.follows} page={page} />
      <Attention settings={me.settings} />
      {letter ? <MyLetter letter={letter} /> : null}
      <Person me={me} town={content.town} />
      <Devices devices={me.devices} now={now} />
      <Part title="Mes données">
        <p>
          <a href="/v1/site/export" download="parvis.json">
            Tout emporter&nbsp;: télécharger mes données
          </a>
        </p>
        <p>
          Tout effacer : vos abonnements, vos messages, vos commandes passées et ce que cet appareil retient. C’est
          immédiat et définitif.
        </p>
        {lastPickup ? (
          <p>Votre commande de {momentText(lastPickup, now)} sera effacée un jour après le retrait.</p>
        ) : null}
        <AskFirst ask="Tout effacer" keep="Tout garder">
          <Form
            action="/v1/site/me"
            method="DELETE"
            kind="erase"
            said="C’est fait. Nous ne savons plus rien de vous."
            button="Tout effacer, définitivement"
            look="second danger"
          >
            <Check name="withdrawOrders">Annuler aussi mes commandes</Check>
          </Form>
        </AskFirst>
      </Part>
    </section>
  )
}

function Follows({ follows, page }: Pick<Known, 'follows'> & { page: SitePage }) {
  return (
    <Part title="Ce que je suis">
      {follows.length === 0 ? <p className="empty">Vous ne suivez encore aucun commerce.</p> : null}
      {follows.map(({ companyId, name, mode }) => (
        <div key={companyId} data-follow={companyId} data-name={name} data-mode={mode}>
          <FollowChoice action={`${page.home}/v1/site/companies/${companyId}/follow`} label={name} mode={mode} />
        </div>
      ))}
    </Part>
  )
}

function Attention({ settings }: Pick<Known, 'settings'>) {
  return (
    <Part title="Heures calmes">
      <Form action="/v1/site/settings" method="PUT" kind="save" button="Enregistrer" look="button second">
        <InputField name="quietFrom" label="De" type="time" required defaultValue={settings.quietFrom} />
        <InputField name="quietTo" label="à" type="time" required defaultValue={settings.quietTo} />
        <ChoiceField
          name="dailyCap"
          label="Nouveautés par jour, au plus"
          defaultValue={settings.dailyCap ?? ''}
          options={[...countsTo(10), { value: '', label: 'Sans limite' }]}
        />
        <InputField name="digestAt" label="Heure du résumé" type="time" required defaultValue={settings.digestAt} />
        <InputField
          name="pausedUntil"
          label="Tout mettre en pause jusqu’au"
          type="date"
          defaultValue={settings.pausedUntil?.slice(0, 10)}
        />
        <input type="hidden" name="hideExcerpts" value="0" />
        <Check name="hideExcerpts" defaultChecked={settings.hideExcerpts}>
          Ne pas montrer le texte des messages dans les notifications
        </Check>
      </Form>
    </Part>
  )
}

/** The news by mail: where, when, and the way out. */
function MyLetter({ letter }: { letter: LetterShown }) {
  return (
    <section id="lettre">
      <h2>Ma lettre</h2>
      <p>{letter.sentence ?? `Elle arrive à ${letter.email}.`}</p>
      <Form action="/v1/site/letter" method="PUT" kind="letter" button="Enregistrer" look="button second">
        <LetterFields rhythm={letter.rhythm} current={letter.email} />
      </Form>
      <Form action="/v1/site/letter" method="DELETE" kind="reread" button="Arrêter" look="quiet danger" />
    </section>
  )
}

function Person({ me, town }: { me: Known; town: string }) {
  return (
    <Part title="Moi">
      <Form action="/v1/site/me" method="PUT" kind="save" button="Enregistrer" look="button second">
        <InputField
          name="firstName"
          label="Mon prénom"
          maxLength={50}
          autoComplete="given-name"
          defaultValue={me.firstName ?? ''}
        />
        <InputField
          name="town"
          label="Ma commune"
          maxLength={60}
          placeholder="Clichy 92110"
          autoComplete="off"
          list="communes"
          data-towns=""
          defaultValue={town}
        />
        <datalist id="communes" />
      </Form>
      {me.phone ? (
        <Form
          action="/v1/site/phone"
          method="DELETE"
          kind="reread"
          said={saved}
          className="row"
          button="Retirer"
          look="second"
        >
          <p>Mon numéro : {me.phone}</p>
        </Form>
      ) : (
        <PhoneForm />
      )}
    </Part>
  )
}

/** A number, then its code: without script the answer to the first is the page that asks for the second. */
function PhoneForm() {
  return (
    <Form
      action="/v1/site/phone"
      kind="phone"
      data-draft="numero"
      said="Votre numéro est confirmé."
      button="Recevoir un code"
      look="button second"
    >
      <InputField
        name="phone"
        label="Mon numéro de mobile (facultatif)"
        type="tel"
        required
        maxLength={30}
        autoComplete="tel"
      />
      <p className="note">
        Il n’est montré à aucun commerce. Il réunit vos appareils, et confirme que ce numéro est le vôtre.
      </p>
      <div hidden data-code="">
        <InputField name="code" label="Le code reçu par SMS" maxLength={100} {...oneTimeCode} disabled />
      </div>
    </Form>
  )
}

function Devices({ devices, now }: Pick<Known, 'devices'> & { now: number }) {
  return (
    <Part title="Mes appareils">
      <ul className="lines-list">
        {devices.map((device) => (
          <li key={device.id}>
            <div>
              <p>
                {device.name} {device.current ? <strong>(cet appareil)</strong> : null}
              </p>
              <p className="line">Vu {momentText(Date.parse(device.lastSeenAt), now)}</p>
            </div>
            {device.current ? null : (
              <Form
                action={`/v1/site/devices/${device.id}`}
                method="DELETE"
                kind="reread"
                said={saved}
                button="Retirer"
                look="second"
              />
            )}
          </li>
        ))}
      </ul>
      <p>
        <a href="/transfert">Passer sur un autre téléphone</a>
      </p>
    </Part>
  )
}

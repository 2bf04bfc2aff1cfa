import type { SitePage } from '@parvis/domain/site/page'
import type { LetterShown, PrivateContent, SettingsShown } from '@parvis/domain/site/private-page'
import { FollowChoice, LetterFields } from '../parts/follow.tsx'
import { AskFirst } from './talk.tsx'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

/** Everything a resident decides; each part saves by itself. */
export function SettingsPage({ content: { settings }, page }: Of<'settings'> & { page: SitePage }) {
  if (!settings)
    return (
      <section className="settings">
        <h1>Réglages</h1>
        <p className="empty">
          Rien n’est retenu sur cet appareil. Vos réglages apparaîtront ici dès que vous suivrez un commerce.
        </p>
        <p>
          <a href="/transfert">J’ai déjà Parvis sur un autre téléphone</a>
        </p>
        <section>
          <h2>Mon numéro</h2>
          <PhoneForm />
        </section>
      </section>
    )
  return (
    <section className="settings" data-private="">
      <h1>Réglages</h1>
      <p id="enregistre" className="why said" role="status">
        C’est enregistré.
      </p>
      <Follows settings={settings} page={page} />
      <Attention settings={settings} />
      {settings.letter ? <MyLetter letter={settings.letter} /> : null}
      <Person settings={settings} />
      <Devices settings={settings} />
      <section>
        <h2>Mes données</h2>
        <p>
          <a href="/v1/site/export" download="parvis.json">
            Tout emporter&nbsp;: télécharger mes données
          </a>
        </p>
        <p>
          Tout effacer : vos abonnements, vos messages, vos commandes passées et ce que cet appareil retient. C’est
          immédiat et définitif.
        </p>
        {settings.lastPickup ? (
          <p>Votre commande de {settings.lastPickup} sera effacée un jour après le retrait.</p>
        ) : null}
        <AskFirst ask="Tout effacer" keep="Tout garder">
          <form method="post" action="/v1/site/me">
            <input type="hidden" name="_method" value="DELETE" />
            <label className="check">
              <input type="checkbox" name="withdrawOrders" value="1" /> Annuler aussi mes commandes
            </label>
            <button type="submit" className="second danger">
              Tout effacer, définitivement
            </button>
          </form>
        </AskFirst>
      </section>
    </section>
  )
}

function Follows({ settings, page }: { settings: SettingsShown; page: SitePage }) {
  return (
    <section>
      <h2>Ce que je suis</h2>
      {settings.follows.length === 0 ? <p className="empty">Vous ne suivez encore aucun commerce.</p> : null}
      {settings.follows.map(({ companyId, name, mode }) => (
        <div key={companyId} data-follow={companyId} data-name={name} data-mode={mode}>
          <FollowChoice action={`${page.home}/v1/site/companies/${companyId}/follow`} label={name} mode={mode} />
        </div>
      ))}
    </section>
  )
}

function Attention({ settings }: { settings: SettingsShown }) {
  return (
    <section>
      <h2>Heures calmes</h2>
      <form method="post" action="/v1/site/settings" data-form="save">
        <input type="hidden" name="_method" value="PUT" />
        <label htmlFor="quietFrom">De</label>
        <input id="quietFrom" name="quietFrom" type="time" required defaultValue={settings.quietFrom} />
        <label htmlFor="quietTo">à</label>
        <input id="quietTo" name="quietTo" type="time" required defaultValue={settings.quietTo} />
        <label htmlFor="dailyCap">Nouveautés par jour, au plus</label>
        <select id="dailyCap" name="dailyCap" defaultValue={settings.dailyCap}>
          {Array.from({ length: 10 }, (_, at) => String(at + 1)).map((n) => (
            <option key={n} value={n}>
              {n}
            </option>
          ))}
          <option value="">Sans limite</option>
        </select>
        <label htmlFor="digestAt">Heure du résumé</label>
        <input id="digestAt" name="digestAt" type="time" required defaultValue={settings.digestAt} />
        <label htmlFor="pausedUntil">Tout mettre en pause jusqu’au</label>
        <input id="pausedUntil" name="pausedUntil" type="date" defaultValue={settings.pausedUntil} />
        <input type="hidden" name="hideExcerpts" value="0" />
        <label className="check">
          <input type="checkbox" name="hideExcerpts" value="1" defaultChecked={settings.hideExcerpts} /> Ne pas montrer
          le texte des messages dans les notifications
        </label>
        <button type="submit" className="button second">
          Enregistrer
        </button>
      </form>
    </section>
  )
}

/** The news by mail: where, when, and the way out. */
function MyLetter({ letter }: { letter: LetterShown }) {
  return (
    <section id="lettre">
      <h2>Ma lettre</h2>
      <p>{letter.sentence ?? `Elle arrive à ${letter.email}.`}</p>
      <form method="post" action="/v1/site/letter" data-form="letter">
        <input type="hidden" name="_method" value="PUT" />
        <LetterFields rhythm={letter.rhythm} current={letter.email} />
        <button type="submit" className="button second">
          Enregistrer
        </button>
      </form>
      <form method="post" action="/v1/site/letter" data-form="end">
        <input type="hidden" name="_method" value="DELETE" />
        <button type="submit" className="quiet danger">
          Arrêter
        </button>
      </form>
    </section>
  )
}

function Person({ settings }: { settings: SettingsShown }) {
  return (
    <section>
      <h2>Moi</h2>
      <form method="post" action="/v1/site/me" data-form="save">
        <input type="hidden" name="_method" value="PUT" />
        <label htmlFor="firstName">Mon prénom</label>
        <input
          id="firstName"
          name="firstName"
          maxLength={50}
          autoComplete="given-name"
          defaultValue={settings.firstName}
        />
        <label htmlFor="town">Ma commune</label>
        <input
          id="town"
          name="town"
          maxLength={60}
          placeholder="Clichy 92110"
          autoComplete="off"
          list="communes"
          data-towns=""
          defaultValue={settings.town}
        />
        <datalist id="communes" />
        <button type="submit" className="button second">
          Enregistrer
        </button>
      </form>
      {settings.phone ? (
        <form method="post" action="/v1/site/phone" className="row">
          <input type="hidden" name="_method" value="DELETE" />
          <p>Mon numéro : {settings.phone}</p>
          <button type="submit" className="second">
            Retirer
          </button>
        </form>
      ) : (
        <PhoneForm />
      )}
    </section>
  )
}

/** A number, then its code: without script the answer to the first is the page that asks for the second. */
function PhoneForm() {
  return (
    <form method="post" action="/v1/site/phone" data-form="phone" data-said="Votre numéro est confirmé.">
      <label htmlFor="phone">Mon numéro de mobile (facultatif)</label>
      <input id="phone" name="phone" type="tel" required maxLength={30} autoComplete="tel" />
      <p className="note">
        Il n’est montré à aucun commerce. Il réunit vos appareils, et confirme que ce numéro est le vôtre.
      </p>
      <div hidden data-code="">
        <label htmlFor="code">Le code reçu par SMS</label>
        <input id="code" name="code" maxLength={10} autoComplete="one-time-code" autoCapitalize="off" disabled />
      </div>
      <button type="submit" className="button second">
        Recevoir un code
      </button>
    </form>
  )
}

function Devices({ settings }: { settings: SettingsShown }) {
  return (
    <section>
      <h2>Mes appareils</h2>
      <ul className="lines-list">
        {settings.devices.map((device) => (
          <li key={device.id}>
            <div>
              <p>
                {device.name} {device.isCurrent ? <strong>(cet appareil)</strong> : null}
              </p>
              <p className="line">Vu {device.lastSeen}</p>
            </div>
            {device.isCurrent ? null : (
              <form method="post" action={`/v1/site/devices/${device.id}`}>
                <input type="hidden" name="_method" value="DELETE" />
                <button type="submit" className="second">
                  Retirer
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <p>
        <a href="/transfert">Passer sur un autre téléphone</a>
      </p>
    </section>
  )
}

import type { SheetContent } from '@parvis/domain/site/page'

export function SheetPage({ content: sheet }: { content: SheetContent }) {
  return (
    <article className="sheet">
      <div className="sheet-head">
        <div>
          <h1>{sheet.heading}</h1>
          <p>{sheet.subheading}</p>
          {sheet.contact.map((line) => (
            <p key={line} className="line">
              {line}
            </p>
          ))}
        </div>
        <img className="qr" src={sheet.qr} width="120" height="120" alt={`Code à viser : ${sheet.address}`} />
      </div>
      {sheet.days.map((day) => (
        <section key={day.day}>
          <h2>
            {day.day}
            {day.hours ? <small> {day.hours}</small> : null}
          </h2>
          {day.lines.length > 0 ? (
            <ul>
              {day.lines.map((line) => (
                <li key={`${line.time}${line.title}`}>
                  <strong>{line.time}</strong>{' '}
                  <span>
                    {line.title}
                    {line.word ? <em> {line.word}</em> : null}
                    {line.place ? ` — ${line.place}` : null}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="line">Rien d’annoncé</p>
          )}
          {day.more ? <p className="line">{day.more}</p> : null}
        </section>
      ))}
      <p className="fine">
        {sheet.address} · imprimé le {sheet.printedOn}
      </p>
    </article>
  )
}

/** The faults of French typography that a machine finds, with what it says of each. */
const faults: readonly { pattern: RegExp; fault: string }[] = [
  { pattern: /\p{L}'\p{L}/u, fault: 'straight apostrophe' },
  // ` :root`, ` ::before` are no sentences.
  { pattern: / [:;!?»](?![\w:])/, fault: 'ordinary space before a double punctuation mark' },
  { pattern: /\p{L}[!?;»](?:\s|$)/u, fault: 'no space before a double punctuation mark' },
  { pattern: /«(?![\u00a0\u202f])/, fault: 'no no-break space after «' },
  { pattern: /(?<![\u00a0\u202f])»/, fault: 'no no-break space before »' },
  { pattern: /\p{L}{2}: \p{L}/u, fault: 'no space before a colon' },
  { pattern: /\.\.\./, fault: 'three full stops for an ellipsis' },
  { pattern: /\d (?:€|%|Mo|ko|km|h|min)(?!\p{L})/u, fault: 'ordinary space before a unit' },
  { pattern: /(?<!=)"\p{L}[^"=]*"/u, fault: 'English quotation marks' },
]

/** What is wrong with the typography of a French text; nothing when all is well. */
export function typographyFaultsIn(text: string): string[] {
  return faults.filter(({ pattern }) => pattern.test(text)).map(({ fault }) => fault)
}

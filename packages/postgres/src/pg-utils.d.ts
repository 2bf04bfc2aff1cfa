/** How pg writes a value as a parameter: what a query class of one's own needs, and what @types/pg leaves out. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue: (value: unknown) => unknown }
  export = utils
}

/** A reason not to start that is the administrator's to mend: `message` is one clear sentence to print before exiting 1. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/**
 * Thrown when the server cannot start for a reason that the administrator can mend: `message` is printed and the process exits
 * with 1.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

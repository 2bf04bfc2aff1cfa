/** What is wrong with a postal code as it was typed: unfinished, or none of France. Nobody's four digits are completed. */
export function zipErrorText(typed: string): string {
  return /^\d{1,4}$/.test(typed.trim()) ? 'Un code postal a 5 chiffres' : 'Le code postal est invalide'
}

/** A key that is written without quotes. */
export function isPlainKey(key: string): boolean {
  return /^[\p{L}\p{Nl}_$][\p{L}\p{M}\p{N}_$]*$/u.test(key);
}

/** A step into a value, as an expression writes it. */
export function writeStep(step: string | number): string {
  return typeof step === 'string' && isPlainKey(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

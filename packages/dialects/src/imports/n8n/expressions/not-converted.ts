/** Why an expression cannot be said in the native language: the rest of a sentence that begins with "because". */
export class NotConverted extends Error {
  readonly reason: string;
  /** Code could not say it either, such as what no longer exists. */
  readonly isHopeless: boolean;

  constructor(reason: string, { isHopeless = false }: { readonly isHopeless?: boolean } = {}) {
    super(reason);
    this.reason = reason;
    this.isHopeless = isHopeless;
  }
}

/** What whoever asks for a shared server is told: where it is, or why it is not there. */
export type ServerAnswer = { readonly url: string } | { readonly missing: string };

/** What somebody gives to be imported, as a text, or why there is none. */
export type GivenFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: 'large' | 'unreadable' | 'binary' | 'empty' };

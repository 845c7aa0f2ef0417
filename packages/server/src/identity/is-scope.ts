import { scopes, type Scope } from '@skein/api';

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text);
}

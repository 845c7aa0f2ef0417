// Scopes that an MCP server asks for, one after the other
// S1. A scope that was asked for already is not asked for again: a server that wants it still would let people sign in for ever.
import type { KeptTokens } from '../kept-tokens.ts';

/** The tokens, marked as not enough; null when there is nothing more to ask for. */
export function wantMore(
  kept: KeptTokens,
  wanted: string,
): (KeptTokens & { readonly dead: string }) | null {
  const { mcp } = kept;
  if (mcp === undefined) return null;
  const asked = new Set(wordsOf(mcp.asked));
  const more = wordsOf(wanted).filter((scope) => !asked.has(scope));
  if (more.length === 0) return null;
  const dead = `the server wants more rights (${more.join(' ').slice(0, 200)}).`;
  return { ...kept, dead, mcp: { ...mcp, wanted: joined(mcp.wanted, wanted) } };
}

/** All of them once, in order; undefined when there are none. */
export function joined(...lists: readonly (string | undefined)[]): string | undefined {
  const all = new Set(lists.flatMap((list) => wordsOf(list ?? '')));
  return all.size === 0 ? undefined : [...all].join(' ');
}

function wordsOf(scopes: string): readonly string[] {
  return scopes.split(' ').filter((scope) => scope !== '');
}

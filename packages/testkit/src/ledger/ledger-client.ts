import type { LedgerCall, LedgerEffect } from './ledger.ts';

/** Commits an effect at the ledger; returns its answer. */
export async function callLedger(
  url: string,
  call: LedgerCall,
  signal?: AbortSignal,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(call),
    ...(signal === undefined ? {} : { signal }),
  });
  return ((await response.json()) as LedgerEffect).result;
}

/** What a person sees who looks at the ledger. */
export async function readLedger(
  url: string,
  { prefix, name }: { readonly prefix: string; readonly name?: string },
): Promise<readonly LedgerEffect[]> {
  const asked = new URLSearchParams({ prefix, ...(name === undefined ? {} : { name }) });
  const response = await fetch(`${url}/?${asked.toString()}`);
  return (await response.json()) as readonly LedgerEffect[];
}

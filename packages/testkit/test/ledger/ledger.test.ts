import { startLedger } from '@skein/testkit';
import { expect, it } from 'vitest';

it('the ledger announces no end of idle connections, on which a call of a busy process would be lost', async () => {
  const ledger = await startLedger();
  try {
    const { headers } = await fetch(ledger.url);
    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
  } finally {
    await ledger.close();
  }
});

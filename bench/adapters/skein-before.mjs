// An earlier Skein, beside today's, in the same rounds
// bench/peers.ts says which file has its library (SKEIN_BEFORE); without one, its systems are left out.
import { open as openSkein, variants as today } from './skein.mjs';

export const variants = today;

export async function open(variant, ctx) {
  const { records: _, ...engine } = await openSkein(variant, {
    ...ctx,
    library: process.env.SKEIN_BEFORE,
  });
  // How it recorded steps is its own affair: its tables are not those of today.
  return engine;
}

/** How often an append is tried. */
export const appendTriesMax = 10;

const firstMs = 50;
const lastMs = 5000;

/** How long to wait after this many tries. */
export function appendRetryMs(tries: number): number {
  return Math.min(firstMs * 2 ** tries, lastMs);
}

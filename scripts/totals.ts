/** How many tests passed, failed and were skipped. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Names the file that the reporter writes its totals to; unset, it prints them. */
export const totalsFileVariable = 'SKEIN_TOTALS_FILE';

export function formatTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

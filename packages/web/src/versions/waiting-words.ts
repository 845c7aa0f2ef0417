/** How many runs of a workflow wait in older versions of it. */
export function waitingWords(count: number): string {
  return count === 1
    ? '1 run waits in an older version'
    : `${count.toLocaleString('en')} runs wait in older versions`;
}

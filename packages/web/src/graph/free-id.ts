/** A name that is not taken: the wanted one, else with the smallest number behind it that is free. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/-\d+$/, '');
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

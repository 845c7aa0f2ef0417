const known = new Map<string, boolean>();
const rememberedMax = 1000;

/** Whether the host knows a time zone of that name. Asking it takes long, so answers are kept. */
export function isKnownZone(zone: string): boolean {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const answer = ask(zone);
  if (known.size < rememberedMax) known.set(zone, answer);
  return answer;
}

function ask(zone: string): boolean {
  // The engine reads "" as its own zone, and offsets such as +01:00 are not places.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

// The node types added last in this browser, newest first.
const countMax = 3;

function placeOf(dialect: string): string {
  return `skein.recent.${dialect}`;
}

export function readRecentTypes(dialect: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(dialect)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((type) => typeof type === 'string') : [];
  } catch {
    return [];
  }
}

export function noteRecentType(dialect: string, type: string): void {
  const others = readRecentTypes(dialect).filter((each) => each !== type);
  try {
    localStorage.setItem(placeOf(dialect), JSON.stringify([type, ...others].slice(0, countMax)));
  } catch {
    // Storage is full or disabled: the palette does without.
  }
}

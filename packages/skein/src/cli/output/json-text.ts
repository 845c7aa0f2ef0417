// JSON as text
// A loop can nest a value deeper than JSON.stringify can follow; the run must be printed all the same.

/** Indented; what is nested too deeply for that is written without spaces. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return flatJson(value);
  }
}

interface Open {
  readonly value: object;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  position: number;
}

/** Without recursion. */
function flatJson(root: unknown): string {
  const parts: string[] = [];
  const open: Open[] = [];
  enter(root, { parts, open });
  while (open.length > 0) {
    // It is not empty.
    const container = open[open.length - 1] as Open;
    const { value, keys, position } = container;
    // What has no keys is a list.
    const size = keys === null ? (value as readonly unknown[]).length : keys.length;
    if (position === size) {
      parts.push(keys === null ? ']' : '}');
      open.pop();
      continue;
    }
    container.position += 1;
    if (position > 0) parts.push(',');
    const key = keys?.[position];
    if (key !== undefined) parts.push(JSON.stringify(key), ':');
    // It is a list or an object, and has this key.
    enter((value as Record<string | number, unknown>)[key ?? position], { parts, open });
  }
  return parts.join('');
}

function enter(
  value: unknown,
  { parts, open }: { readonly parts: string[]; readonly open: Open[] },
): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value) ?? 'null');
    return;
  }
  const keys = Array.isArray(value) ? null : definedKeys(value);
  parts.push(keys === null ? '[' : '{');
  open.push({ value, keys, position: 0 });
}

function definedKeys(value: object): readonly string[] {
  return Object.entries(value).flatMap(([key, held]) => (held === undefined ? [] : [key]));
}

interface NestedRow {
  /** The call of a subagent that the row is; empty if it is none. */
  readonly call: string;
  /** The call of a subagent in which it happened; empty for the agent itself. */
  readonly inside: string;
}

/** Recorded steps as a tree: what a subagent does is right below it, also when several work at the same time. */
export function nestedRows<Row extends NestedRow>(rows: readonly Row[]): readonly Row[] {
  // Most have none, and a long run asks for each of its activations.
  if (rows.every(({ call }) => call === '')) return rows;
  const calls = new Set(rows.map(({ call }) => call));
  const below = Map.groupBy(rows, ({ call, inside }) =>
    calls.has(inside) && inside !== call ? inside : '',
  );
  const under = (call: string): readonly Row[] => {
    const own = below.get(call) ?? [];
    // A call that was begun twice has its rows once.
    below.delete(call);
    return own.flatMap((row) => (row.call === '' ? [row] : [row, ...under(row.call)]));
  };
  return under('');
}

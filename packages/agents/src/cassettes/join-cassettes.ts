import type { Cassette, CassetteCall } from './cassette.ts';

/** Several recordings as one, which answers all that any of them answers. What the first one is about, the whole is about. */
export function joinCassettes(cassettes: readonly Cassette[]): Cassette {
  const calls: CassetteCall[] = [];
  for (const cassette of cassettes) {
    const before = calls.length;
    // `after` counts the calls of its own cassette.
    calls.push(...cassette.calls.map((call) => shifted(call, before)));
  }
  const [first] = cassettes;
  return {
    ...first,
    // Calls of the older version are found without what it did not record.
    cassette: cassettes.some(({ cassette }) => cassette === 1) ? 1 : 2,
    models: Object.assign({}, ...cassettes.map(({ models }) => models)),
    tools: Object.assign({}, ...cassettes.map(({ tools }) => tools)),
    calls,
    files: cassettes.flatMap(({ files = [] }) => files),
    answers: first?.answers ?? [],
  };
}

function shifted(call: CassetteCall, before: number): CassetteCall {
  const { ask } = call;
  if (ask.type !== 'model' || ask.after === undefined) return call;
  // Only the number is another one.
  return { ...call, ask: { ...ask, after: ask.after + before } } as CassetteCall;
}

/** How many of the kinds of steps that the wish needs are in the draft; where several would do, one of them. */
export function steps({ output, expected }) {
  const types = (output?.draft?.definition?.nodes ?? []).map(({ type }) => type);
  const found = expected.steps.filter((wanted) =>
    [wanted].flat().some((type) => types.includes(type)),
  );
  return { score: found.length / expected.steps.length, types: [...new Set(types)] };
}

/** Whether the draft ran in the trial: to its end, or to where a person is asked. */
export function runs({ output }) {
  const status = output?.tried?.status ?? 'not tried';
  return { score: ['completed', 'stopped', 'waiting'].includes(status) ? 1 : 0, status };
}

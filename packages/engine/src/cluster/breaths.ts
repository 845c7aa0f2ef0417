// Where a store answers at once, a loop over its runs never lets the event loop run: a thousand runs that are taken over would keep
// everybody else waiting. Counted, not timed: a simulation must come to the same every time.
const atOnce = 10;

export function breaths(): () => Promise<void> | undefined {
  let count = 0;
  return () => {
    count += 1;
    if (count % atOnce !== 0) return undefined;
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
}

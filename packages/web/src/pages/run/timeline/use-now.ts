import { useEffect, useState } from 'react';

const everyMs = 500;

/** The time, going on only while somebody needs it. */
export function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isWanted]);
  return now;
}

import { useEffect, useState } from 'react';

const everyMs = 500;

/** The current time, ticking only while it is needed. */
export function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isWanted]);
  return now;
}

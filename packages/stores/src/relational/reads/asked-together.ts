/**
 * Callers who ask for the same in one moment share one answer. It is read after the last of them has asked, so nobody gets one that is
 * older than the question; whoever asks while it is being read begins another one.
 */
export function askedTogether<T>(
  read: (id: string, user: string) => Promise<T>,
): (id: string, user: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  const readLater = async (key: string, id: string, user: string) => {
    // Those who were called together are at the same point, one microtask after another.
    await Promise.resolve();
    asked.delete(key);
    return read(id, user);
  };
  return (id, user) => {
    const key = JSON.stringify([id, user]);
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = readLater(key, id, user);
    asked.set(key, answer);
    return answer;
  };
}

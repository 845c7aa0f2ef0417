/** Whether a place where runs are kept is a server, and no store. */
export function isServerUrl(store: unknown): store is `http${string}` {
  return typeof store === 'string' && /^https?:\/\//i.test(store);
}

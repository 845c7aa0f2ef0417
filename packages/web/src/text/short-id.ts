/** The part of a run's id that differs between runs of one day. Ids begin with the time and may end with zeros. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id) ? id.slice(4, 13) : id.slice(0, 12);
}

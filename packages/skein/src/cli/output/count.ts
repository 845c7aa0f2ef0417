/** `1 node`, `2 nodes`. */
export function count(number: number, what: string, many = `${what}s`): string {
  return `${number} ${number === 1 ? what : many}`;
}

/** Whether it is an object as JSON has them: of no class. Here, not in a room below: threads of code load nothing that they can do without. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

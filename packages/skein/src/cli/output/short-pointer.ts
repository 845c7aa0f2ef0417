const lengthMax = 80;

/** A JSON pointer for people: the way to a value that lies too deep is as long as the value. */
export function shortPointer(pointer: string): string {
  return pointer.length > lengthMax ? `${pointer.slice(0, lengthMax)}…` : pointer;
}

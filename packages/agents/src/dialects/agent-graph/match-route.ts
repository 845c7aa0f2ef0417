/** The value that always ends the run. */
export const END = 'END';

/** What an agent may choose. */
export function choicesOf(routes: readonly string[]): readonly string[] {
  return routes.includes(END) ? routes : [...routes, END];
}

/** The intended choice: the same text, else the only one that differs only in case. */
export function matchRoute(wanted: string, routes: readonly string[]): string | undefined {
  const choices = choicesOf(routes);
  if (choices.includes(wanted)) return wanted;
  const like = choices.filter((choice) => choice.toLowerCase() === wanted.toLowerCase());
  return like.length === 1 ? like[0] : undefined;
}

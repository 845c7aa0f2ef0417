const endings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

/** `1st`, `22nd`, `113th`. */
export function ordinal(place: number): string {
  return `${place.toLocaleString('en')}${endings.get(rules.select(place)) ?? 'th'}`;
}

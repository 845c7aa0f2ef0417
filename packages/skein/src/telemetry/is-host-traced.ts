/** Whether the program has registered providers of OpenTelemetry. The API keeps them there for all of its copies, so nothing is loaded to see it. */
export function isHostTraced(): boolean {
  const registered: unknown = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'));
  if (typeof registered !== 'object' || registered === null) return false;
  return 'trace' in registered || 'metrics' in registered;
}

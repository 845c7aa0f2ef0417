/** A random UUID. `crypto.randomUUID` is missing on pages without TLS, as of a server in a local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([0x40 | ((bytes[6] ?? 0) & 0x0f)], 6);
  bytes.set([0x80 | ((bytes[8] ?? 0) & 0x3f)], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

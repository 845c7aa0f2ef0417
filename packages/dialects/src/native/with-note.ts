/** The message to an agent, with what a person noted about it. */
export function withNote(message: string, note: string | undefined): string {
  if (!isNoted(note)) return message;
  return [message, `Note: ${note.trim()}`].filter((part) => part !== '').join('\n\n');
}

export function isNoted(note: string | undefined): note is string {
  return note !== undefined && note.trim() !== '';
}

/** Reads a message of the Gmail API (`format=full`) as n8n gives one: texts, and the headers that people ask for. */
export const mailPart = `const decode = (data) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = [];
  let bits = 0, held = 0;
  for (const letter of String(data ?? '').replace(/[+]/g, '-').replace(/[/]/g, '_')) {
    const value = letters.indexOf(letter);
    if (value < 0) continue;
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) { bits -= 8; bytes.push((held >> bits) & 255); held &= (1 << bits) - 1; }
  }
  const escaped = bytes.map((byte) => '%' + byte.toString(16).padStart(2, '0')).join('');
  try { return decodeURIComponent(escaped); } catch { return bytes.map((byte) => String.fromCharCode(byte)).join(''); }
};
const people = (text) => text === undefined ? undefined : {
  value: text.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((one) => {
    const [, name, address] = /^\\s*"?([^"<]*?)"?\\s*<([^>]*)>\\s*$/.exec(one) ?? [null, '', one.trim()];
    return { address, name };
  }),
  text,
};
const readMail = (message) => {
  const headers = {}, texts = {};
  for (const { name, value } of message.payload?.headers ?? []) headers[name.toLowerCase()] ??= value;
  const visit = (part) => {
    const type = part.mimeType ?? '';
    if ((type === 'text/plain' || type === 'text/html') && !part.filename)
      texts[type] = (texts[type] ?? '') + decode(part.body?.data);
    for (const inner of part.parts ?? []) visit(inner);
  };
  visit(message.payload ?? {});
  const { payload: _, raw: __, ...rest } = message;
  return {
    ...rest, headers, html: texts['text/html'] ?? false, text: texts['text/plain'] ?? '', subject: headers.subject ?? '',
    date: headers.date, to: people(headers.to), from: people(headers.from), cc: people(headers.cc), bcc: people(headers.bcc), messageId: headers['message-id'],
  };
};`;

/** Hashes for the Crypto node: the sandbox has no library for them. */
export const hashPart = `const bytesOf = (text) => { const bytes = []; for (const sign of text) { const code = sign.codePointAt(0); if (code < 128) bytes.push(code); else if (code < 2048) bytes.push(192 | (code >> 6), 128 | (code & 63)); else if (code < 65536) bytes.push(224 | (code >> 12), 128 | ((code >> 6) & 63), 128 | (code & 63)); else bytes.push(240 | (code >> 18), 128 | ((code >> 12) & 63), 128 | ((code >> 6) & 63), 128 | (code & 63)); } return bytes; };
const left = (word, count) => ((word << count) | (word >>> (32 - count))) >>> 0, right = (word, count) => ((word >>> count) | (word << (32 - count))) >>> 0;
const padded = (bytes, isLittle) => { const all = [...bytes, 128]; while (all.length % 64 !== 56) all.push(0); const bits = bytes.length * 8; const size = [0, 0, 0, Math.floor(bits / 4294967296), (bits >>> 24) & 255, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255]; return [...all, ...(isLittle ? size.slice(4).reverse().concat([size[3], 0, 0, 0]) : size)]; };
const words = (bytes, at, isLittle) => Array.from({ length: 16 }, (_, place) => { const four = bytes.slice(at + place * 4, at + place * 4 + 4); if (isLittle) four.reverse(); return ((four[0] << 24) | (four[1] << 16) | (four[2] << 8) | four[3]) >>> 0; });
const out = (state, isLittle) => state.flatMap((word) => { const four = [(word >>> 24) & 255, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]; return isLittle ? four.reverse() : four; });
const primes = (count) => { const found = []; for (let value = 2; found.length < count; value++) if (found.every((prime) => value % prime !== 0)) found.push(value); return found; };
const fraction = (value) => Math.floor((value - Math.floor(value)) * 4294967296) >>> 0;
const sha256 = (bytes) => {
  const state = primes(8).map((prime) => fraction(Math.sqrt(prime))), keys = primes(64).map((prime) => fraction(Math.cbrt(prime))), all = padded(bytes, false);
  for (let at = 0; at < all.length; at += 64) {
    const w = words(all, at, false);
    for (let i = 16; i < 64; i++) { const a = w[i - 15], b = w[i - 2]; w[i] = (w[i - 16] + (right(a, 7) ^ right(a, 18) ^ (a >>> 3)) + w[i - 7] + (right(b, 17) ^ right(b, 19) ^ (b >>> 10))) >>> 0; }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) { const one = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + keys[i] + w[i]) >>> 0, two = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0; h = g; g = f; f = e; e = (d + one) >>> 0; d = c; c = b; b = a; a = (one + two) >>> 0; }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] = (state[place] + word) >>> 0; });
  }
  return out(state, false);
};
const sha1 = (bytes) => {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0], all = padded(bytes, false);
  for (let at = 0; at < all.length; at += 64) {
    const w = words(all, at, false); for (let i = 16; i < 80; i++) w[i] = left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    let [a, b, c, d, e] = state;
    for (let i = 0; i < 80; i++) { const [f, k] = i < 20 ? [(b & c) | (~b & d), 0x5a827999] : i < 40 ? [b ^ c ^ d, 0x6ed9eba1] : i < 60 ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6]; const next = (left(a, 5) + (f >>> 0) + e + k + w[i]) >>> 0; e = d; d = c; c = left(b, 30); b = a; a = next; }
    [a, b, c, d, e].forEach((word, place) => { state[place] = (state[place] + word) >>> 0; });
  }
  return out(state, false);
};
const md5 = (bytes) => {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476], all = padded(bytes, true), turns = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
  for (let at = 0; at < all.length; at += 64) {
    const w = words(all, at, true); let [a, b, c, d] = state;
    for (let i = 0; i < 64; i++) { const round = i >> 4; const [f, g] = round === 0 ? [(b & c) | (~b & d), i] : round === 1 ? [(d & b) | (~d & c), (5 * i + 1) % 16] : round === 2 ? [b ^ c ^ d, (3 * i + 5) % 16] : [c ^ (b | ~d), (7 * i) % 16]; const sum = (a + (f >>> 0) + (Math.floor(Math.abs(Math.sin(i + 1)) * 4294967296) >>> 0) + w[g]) >>> 0; a = d; d = c; c = b; b = (b + left(sum, turns[round][i % 4])) >>> 0; }
    [a, b, c, d].forEach((word, place) => { state[place] = (state[place] + word) >>> 0; });
  }
  return out(state, true);
};
const encode = (bytes, encoding) => { if (encoding !== 'base64') return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''); const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'; let text = ''; for (let i = 0; i < bytes.length; i += 3) { const [a, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]]; text += signs[a >> 2] + signs[((a & 3) << 4) | ((b ?? 0) >> 4)] + (b === undefined ? '=' : signs[((b & 15) << 2) | ((c ?? 0) >> 6)]) + (c === undefined ? '=' : signs[c & 63]); } return text; };
const digests = { MD5: md5, SHA1: sha1, SHA256: sha256 };
const hash = (type, text, encoding) => encode(digests[type](bytesOf(text)), encoding);
const hmac = (type, secret, text, encoding) => { const given = bytesOf(String(secret)); const key = given.length > 64 ? digests[type](given) : given; const pad = (byte) => Array.from({ length: 64 }, (_, place) => (key[place] ?? 0) ^ byte); return encode(digests[type]([...pad(92), ...digests[type]([...pad(54), ...bytesOf(text)])]), encoding); };
const digit = () => Math.floor(Math.random() * 16).toString(16);
const uuid = () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', digit);
const randomText = (kind, length) => (kind === 'hex' ? Array.from({ length }, digit).join('') : encode(Array.from({ length }, () => Math.floor(Math.random() * 256)), 'base64').slice(0, length));`;

// The options of curl
// What each option means to a request, or why it cannot be kept.

export interface CurlOption {
  /** What is done with it: `ignore` changes nothing about the request. */
  readonly means:
    | 'method'
    | 'header'
    | 'data'
    | 'rawData'
    | 'encodedData'
    | 'json'
    | 'form'
    | 'formText'
    | 'user'
    | 'bearer'
    | 'cookie'
    | 'agent'
    | 'referer'
    | 'url'
    | 'query'
    | 'get'
    | 'head'
    | 'seconds'
    | 'ignore'
    | 'lose';
  readonly hasValue: boolean;
  /** Why it is lost. */
  readonly why?: string;
}

const value = (means: CurlOption['means']): CurlOption => ({ means, hasValue: true });
const flag = (means: CurlOption['means']): CurlOption => ({ means, hasValue: false });
const lostValue = (why: string): CurlOption => ({ means: 'lose', hasValue: true, why });
const lostFlag = (why: string): CurlOption => ({ means: 'lose', hasValue: false, why });

const certificates = 'the certificate of the server is always checked';
const files = 'files of your machine are not there when the workflow runs';
const proxies = 'requests of workflows use no proxy of their own';
const retries = 'set "retry" of the node instead';

const nothingLike = 'requests of workflows have nothing like it';
/** Others of curl that have a value, which would otherwise be taken for an address. */
const otherValues =
  'abstract-unix-socket alt-svc aws-sigv4 capath cert-type ciphers connect-to continue-at create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout ftp-account ftp-alternative-to-user ftp-method ftp-port happy-eyeballs-timeout-ms haproxy-clientip hostpubmd5 hostpubsha256 hsts ip-tos ipfs-gateway keepalive-cnt keepalive-time key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize netrc-file noproxy output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy1.0 pubkey quote random-file range rate request-target retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket variable vlan-priority';

const long: Readonly<Record<string, CurlOption>> = {
  ...Object.fromEntries(otherValues.split(' ').map((name) => [name, lostValue(nothingLike)])),
  request: value('method'),
  header: value('header'),
  data: value('data'),
  'data-ascii': value('data'),
  'data-binary': value('data'),
  'data-raw': value('rawData'),
  'data-urlencode': value('encodedData'),
  json: value('json'),
  form: value('form'),
  'form-string': value('formText'),
  user: value('user'),
  'oauth2-bearer': value('bearer'),
  cookie: value('cookie'),
  'user-agent': value('agent'),
  referer: value('referer'),
  url: value('url'),
  'url-query': value('query'),
  get: flag('get'),
  head: flag('head'),
  'max-time': value('seconds'),
  location: flag('ignore'),
  silent: flag('ignore'),
  'show-error': flag('ignore'),
  verbose: flag('ignore'),
  include: flag('ignore'),
  fail: flag('ignore'),
  'fail-with-body': flag('ignore'),
  compressed: flag('ignore'),
  globoff: flag('ignore'),
  'no-buffer': flag('ignore'),
  'progress-bar': flag('ignore'),
  basic: flag('ignore'),
  http1: flag('ignore'),
  'http1.1': flag('ignore'),
  http2: flag('ignore'),
  'write-out': value('ignore'),
  'connect-timeout': value('ignore'),
  'max-redirs': value('ignore'),
  insecure: lostFlag(certificates),
  cacert: lostValue(certificates),
  cert: lostValue(files),
  key: lostValue(files),
  config: lostValue(files),
  'upload-file': lostValue(files),
  output: lostValue('the value of the node is the answer'),
  'remote-name': lostFlag('the value of the node is the answer'),
  'cookie-jar': lostValue('cookies of answers are not kept'),
  proxy: lostValue(proxies),
  'proxy-user': lostValue(proxies),
  resolve: lostValue('names are looked up by the server that runs the workflow'),
  interface: lostValue('the server that runs the workflow chooses it'),
  retry: lostValue(retries),
  'retry-delay': lostValue(retries),
  digest: lostFlag('only basic and bearer authentication can be kept'),
  ntlm: lostFlag('only basic and bearer authentication can be kept'),
  negotiate: lostFlag('only basic and bearer authentication can be kept'),
};

const short: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  b: 'cookie',
  A: 'user-agent',
  e: 'referer',
  G: 'get',
  I: 'head',
  m: 'max-time',
  L: 'location',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  f: 'fail',
  g: 'globoff',
  N: 'no-buffer',
  '#': 'progress-bar',
  w: 'write-out',
  k: 'insecure',
  E: 'cert',
  K: 'config',
  T: 'upload-file',
  o: 'output',
  O: 'remote-name',
  c: 'cookie-jar',
  x: 'proxy',
  U: 'proxy-user',
  C: 'continue-at',
  D: 'dump-header',
  P: 'ftp-port',
  Q: 'quote',
  r: 'range',
  t: 'telnet-option',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
};

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

export interface GivenOption {
  /** As it was written. */
  readonly name: string;
  readonly option: CurlOption | undefined;
  readonly value: string;
}

/** The options in order; a word that is none is an address, unless it follows an option that is not known here and another word is one. */
export function readOptions(words: readonly string[]): readonly GivenOption[] {
  const given: GivenOption[] = [];
  const isKnownAddress = words.some((word) => scheme.test(word));
  const isValueOfUnknown = (word: string | undefined) =>
    word !== undefined && isKnownAddress && !word.startsWith('-') && !scheme.test(word);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (!word.startsWith('-') || word === '-') {
      given.push({ name: word, option: value('url'), value: word });
    } else if (word.startsWith('--')) {
      const option = Object.hasOwn(long, word.slice(2)) ? long[word.slice(2)] : undefined;
      const hasValue = option?.hasValue ?? isValueOfUnknown(words[i + 1]);
      if (hasValue) i += 1;
      given.push({ name: word, option, value: hasValue ? (words[i] ?? '') : '' });
    } else {
      const read = readShort(word, words[i + 1] ?? '');
      given.push(...read.given);
      const isUnknown = read.given.at(-1)?.option === undefined;
      if (read.usedNext || (isUnknown && isValueOfUnknown(words[i + 1]))) i += 1;
    }
  }
  return given;
}

/** `-sSL`, `-XPOST`, `-H "…"`: letters until one that has a value, which is the rest or the next word. */
function readShort(
  word: string,
  next: string,
): { readonly given: readonly GivenOption[]; readonly usedNext: boolean } {
  const given: GivenOption[] = [];
  for (let i = 1; i < word.length; i++) {
    const letter = word[i] ?? '';
    const name = Object.hasOwn(short, letter) ? (short[letter] ?? '') : '';
    const option = long[name];
    if (option?.hasValue !== true) {
      given.push({ name: `-${letter}`, option, value: '' });
      continue;
    }
    const rest = word.slice(i + 1);
    given.push({ name: `-${letter}`, option, value: rest === '' ? next : rest });
    return { given, usedNext: rest === '' };
  }
  return { given, usedNext: false };
}
